/** Measures the memory use of programs. */
import { readFileSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright-core';

/** Current and peak memory of a process (proc(5), `status`). */
export interface ProcessMemory {
  readonly nowBytes: number;
  readonly peakBytes: number;
}

export function memoryOf(pid: number): ProcessMemory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string): number => {
    const kib = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
    if (!kib) throw new Error(`/proc/${pid}/status names no ${name}`);
    return Number(kib) * 1024;
  };
  return { nowBytes: read('VmRSS'), peakBytes: read('VmHWM') };
}

const EVERY_MS = 250;

export interface MemoryWatch {
  /** Returns the maximum growth of the page's JavaScript heap, and of all browser processes together. */
  grownBytes(): { readonly heap: number; readonly browser: number };
  end(): Promise<void>;
}

/** Monitors a page and its browser from now on. */
export async function watchMemory(page: Page): Promise<MemoryWatch> {
  const pageSession = await page.context().newCDPSession(page);
  const browserSession = await page.context().browser()!.newBrowserCDPSession();
  await pageSession.send('Performance.enable');
  await pageSession.send('HeapProfiler.collectGarbage');
  const inspect = async () => ({
    heap: await heapBytes(pageSession),
    browser: await browserBytes(browserSession),
  });
  const first = await inspect();
  let most = first;
  const { promise: ending, resolve: end } = Promise.withResolvers<'end'>();
  const pause = () => Promise.race([ending, new Promise((resolve) => setTimeout(resolve, EVERY_MS))]);
  const watching = (async () => {
    while ((await pause()) !== 'end') {
      const now = await inspect();
      most = { heap: Math.max(most.heap, now.heap), browser: Math.max(most.browser, now.browser) };
    }
  })();
  // `end` reports the error.
  watching.catch(() => {});
  return {
    grownBytes: () => ({ heap: most.heap - first.heap, browser: most.browser - first.browser }),
    end: async () => {
      end('end');
      await watching;
    },
  };
}

/** Memory use of a page, and of all browser processes together. */
export interface PageMemory {
  readonly heapBytes: number;
  readonly nodes: number;
  readonly listeners: number;
  readonly browserBytes: number;
}

/** Returns a function that collects the page's garbage and measures the rest. */
export async function pageMeter(page: Page): Promise<() => Promise<PageMemory>> {
  const session = await page.context().newCDPSession(page);
  const browser = await page.context().browser()!.newBrowserCDPSession();
  await session.send('Performance.enable');
  return async () => {
    await session.send('HeapProfiler.collectGarbage');
    return {
      heapBytes: await heapBytes(session),
      nodes: await metricOf(session, 'Nodes'),
      listeners: await metricOf(session, 'JSEventListeners'),
      browserBytes: await browserBytes(browser),
    };
  };
}

const heapBytes = (session: CDPSession): Promise<number> => metricOf(session, 'JSHeapUsedSize');

async function metricOf(session: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = metrics.find(({ name }) => name === wanted);
  if (!metric) throw new Error(`The page has no ${wanted}`);
  return metric.value;
}

async function browserBytes(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  // Some end during the measurement.
  const sizes = processInfo.map(({ id }) => {
    try {
      return memoryOf(id).nowBytes;
    } catch {
      return 0;
    }
  });
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}
