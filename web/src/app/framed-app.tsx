import { ErrorBoundary } from '../ui/states/error-boundary.tsx';
import { EmbedPage } from '../pages/embed/embed.page.tsx';

/** All that this application is in a frame: no router, so that nothing in it leads to another screen. */
export const FramedApp = () => (
  <ErrorBoundary>
    <EmbedPage />
  </ErrorBoundary>
);
