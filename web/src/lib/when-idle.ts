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

/** Fetches one after the other, each in an idle moment after the page has loaded; nothing for those who save data. */
export async function fetchWhenIdle(
  parts: readonly { readonly prepare: () => Promise<void> }[],
): Promise<void> {
  await untilLoaded();
  if (savesData()) return;
  for (const part of parts) {
    await untilIdle();
    await part.prepare();
  }
}
