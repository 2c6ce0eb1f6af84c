/** What a page costs a device: bytes, wake-ups and processor time, of all processes of its browser. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

export interface ResourceUse {
  /** Over the network, including headers. */
  readonly bytes: number;
  /** Number of times a thread was woken after waiting. */
  readonly wakeUps: number;
  readonly processorS: number;
}

/** Measures from now on; `soFar` returns the totals. The page must have a separate browser. */
export async function measureResourceUse(
  page: Page,
): Promise<{ readonly soFar: () => Promise<ResourceUse> }> {
  const session = await page.context().newCDPSession(page);
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await session.send('Network.enable');
  const browser = await page.context().browser()!.newBrowserCDPSession();
  const sample = async () => {
    const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
    return {
      wakeUps: sum(processInfo.map(({ id }) => wakeUpsOf(id))),
      processorS: sum(processInfo.map(({ cpuTime }) => cpuTime)),
    };
  };
  const first = await sample();
  bytes = 0;
  return {
    soFar: async () => {
      const { wakeUps, processorS } = await sample();
      return { bytes, wakeUps: wakeUps - first.wakeUps, processorS: processorS - first.processorS };
    },
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** proc(5), `status`: voluntary context switches, after which a thread had to be woken. */
function wakeUpsOf(pid: number): number {
  const statuses = readdirSync(`/proc/${pid}/task`).map((thread) => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8');
    } catch {
      // It has ended meanwhile.
      return '';
    }
  });
  return sum(statuses.map((status) => Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status)?.[1] ?? 0)));
}
