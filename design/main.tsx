import { QueryClientProvider } from '@tanstack/react-query';
import { Fragment, StrictMode, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router-dom';
import { queryClient } from '#web/lib/api/query.ts';
import { appHistory } from '#web/lib/hooks/guarded-history.ts';
import { Toaster } from '#web/ui/overlays/toast.tsx';
import { currentToast, subscribeToToast } from '#web/ui/overlays/toast-store.ts';
import './design.css';
import { CONTENT } from './content.tsx';
import { CONTROLS } from './controls.tsx';
import { FORMS } from './forms.tsx';
import { OVERLAYS } from './overlays.tsx';
import type { Specimens } from './specimens.ts';
import { STATES } from './states.tsx';

const GROUPS: Readonly<Record<string, Specimens>> = {
  Controls: CONTROLS,
  Forms: FORMS,
  Content: CONTENT,
  States: STATES,
  Overlays: OVERLAYS,
};

const THEMES = ['dark', 'light'].flatMap((theme) =>
  ['ltr', 'rtl'].map((dir) => ({ name: `${theme}, ${dir}`, search: `?theme=${theme}&dir=${dir}` })),
);

function DesignPage() {
  const toast = useSyncExternalStore(subscribeToToast, currentToast);
  return (
    <main className="mx-auto max-w-5xl space-y-6 p-6">
      <nav className="flex gap-4">
        {THEMES.map(({ name, search }) => (
          <a key={name} href={search} className="text-accent">
            {name}
          </a>
        ))}
      </nav>
      {Object.entries(GROUPS).map(([group, specimens]) => (
        <Fragment key={group}>
          <h1 className="text-2xl font-bold">{group}</h1>
          {Object.entries(specimens).map(([name, specimen]) => (
            <article key={name} data-specimen={name} className="flow-root space-y-3">
              <h2 className="text-sm text-soft">{name}</h2>
              {specimen}
            </article>
          ))}
        </Fragment>
      ))}
      {toast && <Toaster visible={toast} />}
    </main>
  );
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <HistoryRouter history={appHistory}>
        <DesignPage />
      </HistoryRouter>
    </QueryClientProvider>
  </StrictMode>,
);
