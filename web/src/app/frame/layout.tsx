import { Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { keepsPlace } from '../../lib/keeps-place.ts';
import { useSession } from '../../lib/api/session/session.ts';
import { Loading } from '../../ui/states/loading.tsx';
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { untilQuiet } from '../../lib/when-idle.ts';
import { Footer } from './footer.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

// What is shown has come by then; this is for what it becomes.
const Following = onDemand(() => untilQuiet().then(() => import('../following/following.tsx')), 'Following', {
  isOptional: true,
});

/** The shell of every screen but /login and /signup: top bar, sidebar on large screens, main area. */
export function Layout() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const userId = useSession()?.user.id;
  useStartAtTop(main);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent px-4 py-2 font-semibold text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <Following userId={userId} />
      <TopBar />
      <div className="flex flex-1">
        <Sidebar />
        <div className="flex min-w-0 flex-1 flex-col">
          {/* As high as the window, so that the footer is not in sight, only to jump, before there is a screen. */}
          <main
            id="main"
            ref={main}
            tabIndex={-1}
            className="min-h-[calc(100dvh-3.5rem)] flex-1 p-4 outline-none sm:p-6"
          >
            <ErrorBoundary key={pathname}>
              <Suspense fallback={<Loading />}>
                <Outlet />
              </Suspense>
            </ErrorBoundary>
          </main>
          <Footer />
        </div>
      </div>
    </div>
  );
}

/** A new screen or search starts at its top, with the keyboard and the screen reader in it; Back keeps its place. */
function useStartAtTop(main: React.RefObject<HTMLElement | null>): void {
  const { pathname, search, state } = useLocation();
  const address = pathname + search;
  const navigation = useNavigationType();
  const shown = useRef(address);
  useEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    if (navigation === 'POP' || keepsPlace(state)) return;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [address, main, navigation, state]);
}
