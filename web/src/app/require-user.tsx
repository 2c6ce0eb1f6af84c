import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '#web/lib/api/session/session.ts';
import { useCurrentPath } from '#web/lib/hooks/browser-hooks.ts';
import { paths } from '#web/lib/paths.ts';

/** Sends signed-out users to /login, and back here afterwards. */
export function RequireUser() {
  const session = useSession();
  const { pathname } = useLocation();
  const here = useCurrentPath();
  if (session) return <Outlet />;
  // A log-out or an expired session is already navigating to /login.
  if (window.location.pathname !== pathname) return null;
  return <Navigate to={paths.login()} replace state={{ from: here }} />;
}
