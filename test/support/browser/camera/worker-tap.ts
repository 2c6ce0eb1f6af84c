import type { Page } from 'playwright-core';

interface TappedWindow {
  readonly tappedWorkers: Worker[];
}

/** Makes the page's next documents keep references to their workers. */
export async function tapWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tappedWorkers: Worker[] = [];
    globalThis.Worker = class extends Worker {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args);
        tappedWorkers.push(this);
      }
    };
    Object.assign(globalThis, { tappedWorkers });
  });
}

/** Makes each of the page's workers fail, as after an uncaught error. */
export const breakWorkers = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { tappedWorkers } = globalThis as unknown as TappedWindow;
    for (const worker of tappedWorkers) worker.dispatchEvent(new ErrorEvent('error', { message: 'Broken' }));
  });
