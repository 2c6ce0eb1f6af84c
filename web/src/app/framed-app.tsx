import { ErrorBoundary } from '../ui/states/error-boundary.tsx';
import { EmbedPage } from '../pages/embed/embed.page.tsx';

/** The application in a frame. It has no router, so that no link leads to another screen. */
export const FramedApp = () => (
  <ErrorBoundary>
    <EmbedPage />
  </ErrorBoundary>
);
