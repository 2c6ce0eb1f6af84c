import { listen } from './listen.ts';

/** Begins when the condition becomes true and ends when false. `begin` returns its end. */
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

/** Prompts before the tab closes or reloads. Returns how to stop that. */
export const confirmUnload = (): (() => void) =>
  listen(window, 'beforeunload', (event: BeforeUnloadEvent) => event.preventDefault());

/** The document closes. Switching apps on a phone does not count. */
export const onPageHide = (act: () => void): (() => void) => listen(window, 'pagehide', act);
