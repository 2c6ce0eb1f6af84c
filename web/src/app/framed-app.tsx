import { Suspense } from 'react';
import { onDemand } from '../lib/on-demand.ts';
import { ErrorBoundary } from '../ui/states/error-boundary.tsx';
import { Loading } from '../ui/states/loading.tsx';

const EmbedPage = onDemand(async () => (await import('../pages/embed/embed.page.tsx')).EmbedPage);

/** All that this application is in a frame: no router, so that nothing in it leads to another screen. */
export const FramedApp = () => (
  <ErrorBoundary>
    <Suspense fallback={<Loading />}>
      <EmbedPage />
    </Suspense>
  </ErrorBoundary>
);
