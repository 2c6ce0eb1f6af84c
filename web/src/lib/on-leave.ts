/** What a screen wants done when the reader opens another one. Losing a screen to an error is no reason to do it. */
const acts = new Map<string, () => void>();

/** Calls `act` once when a screen of another path is shown. A second call for the same path replaces the first. */
export const onLeave = (pathname: string, act: () => void): void => void acts.set(pathname, act);

/** Called by the app whenever the path changes. */
export function showScreen(pathname: string): void {
  for (const [left, act] of acts) {
    if (left === pathname) continue;
    acts.delete(left);
    act();
  }
}
