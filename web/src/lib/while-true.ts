/** Effects that last as long as something is so. */

/** Begins something when it is to be so, and ends it when it is not any more. `begin` answers how to end it. */
export function whileTrue(begin: () => () => void): (isSo: boolean) => void {
  let end: (() => void) | null = null;
  return (isSo) => {
    if (isSo) {
      end ??= begin();
      return;
    }
    end?.();
    end = null;
  };
}

/** Has the browser ask before the tab is closed or loaded anew. Answers how to end that. */
export const confirmUnload = (): (() => void) =>
  listen('beforeunload', (event: BeforeUnloadEvent) => event.preventDefault());

/** The tab is closed, or shows another document. A phone that shows another program hides no page. */
export const onPageHide = (act: () => void): (() => void) => listen('pagehide', act);

/** Each call has a listener of its own, so that one that ends leaves the others. */
function listen<K extends keyof WindowEventMap>(
  event: K,
  act: (event: WindowEventMap[K]) => void,
): () => void {
  const listening = new AbortController();
  window.addEventListener(event, act, { signal: listening.signal });
  return () => listening.abort();
}
