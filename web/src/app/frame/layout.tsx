import { Link } from '#web/ui/links/link.tsx';
import { t } from '#web/lib/i18n/messages.ts';
import { Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { useSession } from '#web/lib/api/session/session.ts';
import { keepsPlace } from '#web/lib/navigation/keeps-place.ts';
import { paths } from '#web/lib/paths.ts';
import { untilPageLoaded } from '#web/lib/loading/when-idle.ts';
import { LanguageSelect } from '#web/ui/language-select.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { ErrorBoundary } from '#web/ui/states/error-boundary.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

// Waits for the first screen, because only later updates matter.
const Following = onDemand(
  () => untilPageLoaded().then(() => import('../following/following.tsx')),
  'Following',
  {
    isOptional: true,
  },
);

/** Renders the top bar, sidebar and main area around all screens except /login and /signup. */
export function Layout() {
  const main = useRef<HTMLElement>(null);
  const { pathname, key } = useLocation();
  const userId = useSession()?.user.id;
  useStartAtTop(main);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-overlay rounded-md bg-accent px-4 py-2 font-semibold text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:start-2"
      >
        {t('app.skipToContent')}
      </a>
      <Following userId={userId} />
      <TopBar />
      <div className="flex flex-1">
        <Sidebar />
        <div className="flex min-w-0 flex-1 flex-col">
          {/* Fills the window, so that the footer does not jump when the screen loads. */}
          <main
            id="main"
            ref={main}
            tabIndex={-1}
            className="min-h-(--below-bar) flex-1 p-(--page-padding) outline-none"
          >
            <ErrorBoundary key={pathname} place={key}>
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

/** A new screen or search starts at the top with the focus. Back restores the position. */
function useStartAtTop(main: React.RefObject<HTMLElement | null>): void {
  const { pathname, search, state } = useLocation();
  const address = pathname + search;
  const navigation = useNavigationType();
  const visible = useRef(address);
  useEffect(() => {
    if (visible.current === address) return;
    visible.current = address;
    if (navigation === 'POP' || keepsPlace(state)) return;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [address, main, navigation, state]);
}

/** The address of the source code, which the operator sets at build time. */
const SOURCE = import.meta.env.VITE_SOURCE_URL;

const LINK =
  'rounded-sm text-center hover:text-ink hover:underline pointer-coarse:-my-3 pointer-coarse:min-w-11 pointer-coarse:py-3';

function Footer() {
  return (
    <footer className="flex flex-wrap gap-x-5 gap-y-2 border-t border-line px-(--page-padding) py-4 text-sm text-soft">
      <span>{t('app.copyright')}</span>
      <span className="me-auto">
        <LanguageSelect />
      </span>
      <Link to={paths.about()} className={LINK}>
        {t('footer.about')}
      </Link>
      <Link to={paths.apiReference()} className={LINK}>
        {t('footer.api')}
      </Link>
      <Link to={paths.licences()} className={LINK}>
        {t('footer.licences')}
      </Link>
      <Link to={paths.transparency()} className={LINK}>
        {t('footer.transparency')}
      </Link>
      {SOURCE && (
        <a href={SOURCE} rel="noopener" className={LINK}>
          {t('footer.sourceCode')}
        </a>
      )}
    </footer>
  );
}
