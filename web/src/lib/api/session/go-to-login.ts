/** Navigates to /login after a 401 (specification §4, §8). */
import { paths } from '../../paths.ts';

/** What a way to /login carries in the history: why one is there, and where one goes from there. */
export interface LoginState {
  /** The address that asked for it. */
  readonly from?: string;
  /** A session was ended on the way. */
  readonly ended?: boolean;
  /** A new password was set on the way. */
  readonly replaced?: boolean;
}

type Navigate = (path: string, state: LoginState) => void;
const byPageLoad: Navigate = (path) => window.location.assign(path);
let navigate: Navigate = byPageLoad;

/** Lets the router do the move without a page load; answers how to take it back. */
export function moveBy(byRouter: Navigate): () => void {
  navigate = byRouter;
  return () => {
    navigate = byPageLoad;
  };
}

/** Moves to /login; does nothing there, so that a refused login keeps its page and its toast. */
export function goToLogin(state: Omit<LoginState, 'from'>): void {
  const { pathname, search } = window.location;
  if (pathname !== paths.login()) navigate(paths.login(), { from: pathname + search, ...state });
}
