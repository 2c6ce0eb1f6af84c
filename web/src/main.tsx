import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { firstScreen } from './app/router.tsx';
import { appHistory } from './lib/hooks/guarded-history.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.ts';
import { isFramed } from './lib/api/session/session.ts';
import { queryClient } from './lib/api/query.ts';
import { ErrorBoundary } from './ui/states/error-boundary.tsx';
import './ui/theme.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const EmbedPage = lazyComponent(() => import('./pages/embed/embed.page.tsx'), 'EmbedPage');

async function application() {
  if (isFramed()) {
    // No router, so that no link leads to another screen.
    return (
      <ErrorBoundary>
        <Suspense>
          <EmbedPage />
        </Suspense>
      </ErrorBoundary>
    );
  }
  await firstScreen();
  return (
    <HistoryRouter history={appHistory}>
      <App />
    </HistoryRouter>
  );
}

void import('./lib/translated-text.ts');

void application().then((app) =>
  // In slices, so that the first page answers touches and a picture goes on while it renders.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>{app}</QueryClientProvider>
      </StrictMode>,
    ),
  ),
);
