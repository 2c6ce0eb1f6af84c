/** Brings the browser to /login after a 401 (specification §4, §8). */

const LOGIN = '/login';

type Navigate = (path: string) => void;
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
export function goToLogin(): void {
  if (window.location.pathname !== LOGIN) navigate(LOGIN);
}
