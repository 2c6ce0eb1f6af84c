/** Actions for when a screen is left. An error boundary does not count as leaving. */
const acts = new Map<string, () => void>();

/** Calls `act` once when the path changes. Another call for the same path replaces it. */
export const onLeave = (pathname: string, act: () => void): void => void acts.set(pathname, act);

/** Called by the app on each path change. */
export function showScreen(pathname: string): void {
  for (const [left, act] of acts) {
    if (left === pathname) continue;
    acts.delete(left);
    act();
  }
}
