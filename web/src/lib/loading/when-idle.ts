/** The user's data saver (Network Information API, Chromium only). */
export const savesData = (): boolean =>
  (navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } }).connection
    ?.saveData === true;

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

/** This long without new resources counts as loaded … */
const QUIET_MS = 1000;
/** … at most this long, because a stream never stops loading. */
const QUIET_WITHIN_MS = 10_000;

/** Resolves after the visible content has loaded, so that deferred work does not delay it. */
export async function untilPageLoaded(): Promise<void> {
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

/** Loads in sequence when idle; skips it with a data saver. */
export async function fetchWhenIdle(
  parts: readonly { readonly prepare: () => Promise<void> }[],
): Promise<void> {
  if (savesData()) return;
  await untilPageLoaded();
  for (const part of parts) {
    await untilIdle();
    await part.prepare();
  }
}
