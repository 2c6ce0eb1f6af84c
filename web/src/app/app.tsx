import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { moveBy } from '#web/lib/api/session/go-to-login.ts';
import { inCorner, subscribeToCorner } from '#web/lib/corner.ts';
import { showScreen } from '#web/lib/navigation/on-leave.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { useSession } from '#web/lib/api/session/session.ts';
import { fetchWhenIdle, untilPageLoaded } from '#web/lib/loading/when-idle.ts';
import { currentToast, subscribeToToast } from '#web/ui/overlays/toast-store.ts';
import { ErrorBoundary } from '#web/ui/states/error-boundary.tsx';
import { Router, laterScreens } from './router.tsx';

const Toaster = onDemand(() => import('#web/ui/overlays/toast.tsx'), 'Toaster', { isOptional: true });

// Must be here before the network goes, but after the first screen.
const OfflineBar = onDemand(
  () => untilPageLoaded().then(() => import('./frame/offline-bar.tsx')),
  'OfflineBar',
  {
    isOptional: true,
  },
);

export function App() {
  useLoginWithoutPageLoad();
  useFreshCachePerUser();
  useHeadOfFirstPage();
  const { pathname, key } = useLocation();
  useEffect(() => showScreen(pathname), [pathname]);
  useEffect(() => void fetchWhenIdle([Toaster, ...laterScreens]), []);
  return (
    <>
      <ErrorBoundary place={key}>
        <Router />
      </ErrorBoundary>
      {useSyncExternalStore(subscribeToCorner, inCorner)}
      <Toasts />
      <OfflineBar />
    </>
  );
}

function Toasts() {
  const visible = useSyncExternalStore(subscribeToToast, currentToast);
  return visible ? <Toaster key={visible.id} visible={visible} /> : null;
}

function useLoginWithoutPageLoad(): void {
  const navigate = useNavigate();
  useEffect(() => moveBy((path, state) => void navigate(path, { state })), [navigate]);
}

/** Forgets what was loaded for one user before another one sees it, be it a stream key. */
function useFreshCachePerUser(): void {
  const cache = useQueryClient();
  const userId = useSession()?.user.id;
  const lastUserId = useRef(userId);
  useEffect(() => {
    if (lastUserId.current === userId) return;
    lastUserId.current = userId;
    void cache.resetQueries();
  }, [cache, userId]);
}

/** Removes what the document has of its page, for shared links and a quick start, when another page is shown. */
function useHeadOfFirstPage(): void {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  useEffect(() => {
    if (pathname === first.current) return;
    for (const element of document.querySelectorAll('[data-page]')) element.remove();
  }, [pathname]);
}
