import type { Browser, BrowserContext, CDPSession } from 'playwright-core';

/** How a page is loaded. */
export interface VisitConditions {
  readonly name: string;
  /** Whether the page was opened before in the same profile. */
  readonly isWarm?: boolean;
  /** Slowdown factor of the processor. */
  readonly slower?: number;
  readonly network?: typeof FAST_3G;
}

/** From Chromium's developer tools: "Fast 3G". Rates in bytes per second. */
const FAST_3G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };

export const VISIT_CONDITIONS: readonly VisitConditions[] = [
  { name: 'cold cache' },
  { name: 'warm cache', isWarm: true },
  { name: 'processor 4× slower', slower: 4 },
  { name: '"Fast 3G"', network: FAST_3G },
];

/** A request of the page; times in ms from the navigation. */
export interface Fetched {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly bytes: number;
}

export interface Visit {
  /** From the navigation to the first frame of each video of the page. */
  readonly firstFrameMs: number;
  /** Requests that started before that. */
  readonly fetched: readonly Fetched[];
}

const VIEWPORT = { width: 390, height: 844 };
const TIMEOUT_MS = 60_000;

/** Opens a page in a new profile. Resolves when each of its `videos` has displayed a frame. */
export async function visit(
  browser: Browser,
  url: string,
  videos: number,
  circumstances: VisitConditions,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    if (circumstances.isWarm) await open(context, url, videos);
    return await open(context, url, videos, circumstances);
  } finally {
    await context.close();
  }
}

async function open(
  context: BrowserContext,
  url: string,
  videos: number,
  circumstances?: VisitConditions,
): Promise<Visit> {
  const page = await context.newPage();
  await page.addInitScript(recordFirstFrames);
  const session = await context.newCDPSession(page);
  await slowDown(session, circumstances);
  await page.goto(url, { waitUntil: 'commit', timeout: TIMEOUT_MS });
  await page.waitForFunction((count) => window.firstFramesMs.length >= count, videos, {
    timeout: TIMEOUT_MS,
  });
  const visit = await page.evaluate(() => {
    const firstFrameMs = Math.max(...window.firstFramesMs);
    const entries = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    const fetched = entries.map(({ name, startTime, responseEnd, transferSize }) => ({
      name,
      startMs: startTime,
      endMs: responseEnd,
      bytes: transferSize,
    }));
    return { firstFrameMs, fetched: fetched.filter(({ startMs }) => startMs < firstFrameMs) };
  });
  await page.close();
  return visit;
}

async function slowDown(session: CDPSession, circumstances?: VisitConditions): Promise<void> {
  const { slower, network } = circumstances ?? {};
  if (network) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', network);
  }
  if (slower) await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
}

declare global {
  interface Window {
    firstFramesMs: number[];
  }
}

/** Runs in the page, before its own scripts. */
function recordFirstFrames(): void {
  window.firstFramesMs = [];
  performance.setResourceTimingBufferSize(1000);
  const seen = new WeakSet<HTMLVideoElement>();
  const watch = (): void => {
    for (const video of document.querySelectorAll('video')) {
      if (seen.has(video)) continue;
      seen.add(video);
      video.requestVideoFrameCallback((nowMs) => window.firstFramesMs.push(nowMs));
    }
    requestAnimationFrame(watch);
  };
  watch();
}
