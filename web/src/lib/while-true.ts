/** Effects that last as long as something is so. */
import { listen } from './listen.ts';

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
  listen(window, 'beforeunload', (event: BeforeUnloadEvent) => event.preventDefault());

/** The tab is closed, or shows another document. A phone that shows another program hides no page. */
export const onPageHide = (act: () => void): (() => void) => listen(window, 'pagehide', act);
