import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../lib/api/session.ts';
import { paths } from '../lib/paths.ts';

/** Shows the routes below it to a signed-in user; sends everyone else to /login, and back here afterwards. */
export function RequireUser() {
  const session = useSession();
  const { pathname } = useLocation();
  if (session) return <Outlet />;
  // Who logs out here, or whose session ends, is under way to /login already, which knows why.
  if (window.location.pathname !== pathname) return null;
  return <Navigate to={paths.login()} replace state={{ from: pathname }} />;
}
