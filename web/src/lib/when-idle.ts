/** Work that may wait until the browser has nothing better to do. */

interface Connection {
  readonly saveData?: boolean;
}

/** Whether the reader asked for little traffic (Network Information API, Chromium alone). */
const savesData = (): boolean =>
  (navigator as Navigator & { readonly connection?: Connection }).connection?.saveData === true;

const SAFARI_IDLE_AFTER_MS = 200;

const untilIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve);
    else setTimeout(resolve, SAFARI_IDLE_AFTER_MS);
  });

const untilLoaded = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (document.readyState === 'complete') resolve(null);
    else window.addEventListener('load', resolve, { once: true });
  });

/** Without anything that came for so long, what is in sight has come … */
const QUIET_MS = 1000;
/** … and a page on which something always comes, as a playing stream does, is quiet enough by then. */
const QUIET_WITHIN_MS = 10_000;

/** Ends when the page and what it asked for have come, so that what is out of sight does not get in their way. */
export async function untilQuiet(): Promise<void> {
  await untilLoaded();
  await new Promise<void>((resolve) => {
    const end = () => {
      arrivals.disconnect();
      clearTimeout(quiet);
      clearTimeout(atLast);
      resolve();
    };
    const atLast = setTimeout(end, QUIET_WITHIN_MS);
    let quiet = setTimeout(end, QUIET_MS);
    const arrivals = new PerformanceObserver(() => {
      clearTimeout(quiet);
      quiet = setTimeout(end, QUIET_MS);
    });
    arrivals.observe({ type: 'resource' });
  });
}

/** Fetches one after the other, each in an idle moment after the page has come; nothing for those who save data. */
export async function fetchWhenIdle(
  parts: readonly { readonly prepare: () => Promise<void> }[],
): Promise<void> {
  if (savesData()) return;
  await untilQuiet();
  for (const part of parts) {
    await untilIdle();
    await part.prepare();
  }
}
