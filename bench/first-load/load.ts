import type { Browser, CDPSession, Page } from 'playwright-core';

/** How a page is loaded. */
export interface LoadConditions {
  readonly widthPx: number;
  readonly isSlow: boolean;
}

/** Results of one load: times in ms from its start, bytes as transferred. */
export interface Load {
  readonly largestPaintMs: number;
  readonly layoutShift: number;
  /** Started before the largest paint. */
  readonly requests: number;
  readonly scriptBytes: number;
  readonly styleBytes: number;
}

const HEIGHT_PX = 900;
/** From Chromium's developer tools: "Fast 3G", and a processor four times slower. */
const FAST_3G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const SLOWER_PROCESSOR = 4;
/** The page is complete after this time without a larger paint, once every visible picture is loaded. */
const QUIET_MS = 2000;
const TIMEOUT_MS = 60_000;

/** Loads a page in a new profile with an empty cache, and measures it; `look` inspects the loaded page. */
export async function load<T>(
  browser: Browser,
  url: string,
  { widthPx, isSlow }: LoadConditions,
  inspect: (page: Page) => Promise<T>,
): Promise<Load & { readonly seen: T }> {
  const context = await browser.newContext({ viewport: { width: widthPx, height: HEIGHT_PX } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.addInitScript(observe);
    const requests = await recorded(session);
    if (isSlow) {
      await session.send('Network.emulateNetworkConditions', FAST_3G);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
    }
    await page.goto(url, { timeout: TIMEOUT_MS });
    await page.waitForFunction(stands, QUIET_MS, { timeout: TIMEOUT_MS });
    const { largestPaintMs, layoutShift } = await page.evaluate(() => window.measured);
    return { largestPaintMs, layoutShift, ...totals(requests, largestPaintMs), seen: await inspect(page) };
  } finally {
    await context.close();
  }
}

declare global {
  interface Window {
    measured: { largestPaintMs: number; layoutShift: number };
  }
}

/** Runs in the page, before its own scripts. */
function observe(): void {
  window.measured = { largestPaintMs: 0, layoutShift: 0 };
  const on = (type: string, take: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('largest-contentful-paint', ({ startTime }) => (window.measured.largestPaintMs = startTime));
  on(
    'layout-shift',
    (entry) => (window.measured.layoutShift += (entry as unknown as { value: number }).value),
  );
}

/** Runs in the page. */
function stands(quietMs: number): boolean {
  const { largestPaintMs } = window.measured;
  const isInSight = (picture: HTMLImageElement): boolean => {
    const { top, width } = picture.getBoundingClientRect();
    return width > 0 && top < innerHeight;
  };
  const pictures = [...document.images].filter(isInSight);
  return (
    largestPaintMs > 0 &&
    performance.now() - largestPaintMs > quietMs &&
    pictures.every(({ complete }) => complete)
  );
}

interface Recorded {
  readonly type: string;
  readonly begunMs: number;
  bytes: number;
}

/** Records the page's requests from now on; times in ms from the first one. */
async function recorded(session: CDPSession): Promise<ReadonlyMap<string, Recorded>> {
  const requests = new Map<string, Recorded>();
  let firstS: number | undefined;
  session.on('Network.requestWillBeSent', ({ requestId, type = '', timestamp }) => {
    firstS ??= timestamp;
    requests.set(requestId, { type, begunMs: (timestamp - firstS) * 1000, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  await session.send('Network.enable');
  return requests;
}

function totals(requests: ReadonlyMap<string, Recorded>, untilMs: number) {
  const first = [...requests.values()].filter(({ begunMs }) => begunMs <= untilMs);
  const bytesOf = (wanted: string): number =>
    first.filter(({ type }) => type === wanted).reduce((sum, { bytes }) => sum + bytes, 0);
  return { requests: first.length, scriptBytes: bytesOf('Script'), styleBytes: bytesOf('Stylesheet') };
}
