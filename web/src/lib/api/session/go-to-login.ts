/** Navigates to /login after a 401 (specification §4, §8). */
import { paths } from '../../paths.ts';

export interface LoginState {
  readonly from?: string;
  readonly ended?: boolean;
  readonly replaced?: boolean;
}

type Navigate = (path: string, state: LoginState) => void;
const byPageLoad: Navigate = (path) => window.location.assign(path);
let navigate: Navigate = byPageLoad;

/** Sets the router's navigation, which avoids a page load. Returns a function that removes it. */
export function moveBy(byRouter: Navigate): () => void {
  navigate = byRouter;
  return () => {
    navigate = byPageLoad;
  };
}

/** Opens /login. Ignored there, so that a refused login keeps its page and toast. */
export function goToLogin(state: Omit<LoginState, 'from'>): void {
  const { pathname, search } = window.location;
  if (pathname !== paths.login()) navigate(paths.login(), { from: pathname + search, ...state });
}
