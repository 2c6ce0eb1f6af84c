/** Intercepts the requests of a page. */
import type { Page, Route } from 'playwright-core';

/** Delays requests until the returned function is called; requests that were delayed by another call stay delayed. */
export async function held(page: Page, address: string): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    await promise;
    // The page may have aborted it meanwhile.
    await route.continue().catch(() => {});
  };
  await page.route(address, hold);
  return async () => {
    resolve();
    await page.unroute(address, hold);
  };
}

/** Changes the JSON in the site's responses, for values that a test cannot produce, such as a thousand viewers. */
export async function patched<T>(page: Page, address: string, change: (answer: T) => T): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const json = response.ok() ? change((await response.json()) as T) : await response.json();
    await route.fulfill({ response, json });
  });
}

/** Responds like a failing server, without our error format. */
export async function failing(page: Page, address: string, status = 500): Promise<void> {
  await page.route(address, (route) => route.fulfill({ status }));
}

/** Responds with an error in the API's format. */
export async function refusing(page: Page, address: string, status: number, detail: string): Promise<void> {
  const json = { code: 'conflict', detail, request_id: 'a-request' };
  await page.route(address, (route) => route.fulfill({ status, json }));
}

/** Returns a function that limits the page's bandwidth in bits per second; `null` removes the limit. */
export async function throttle(page: Page): Promise<(bitsPerSecond: number | null) => Promise<void>> {
  const browser = await page.context().newCDPSession(page);
  return async (bitsPerSecond) => {
    const downloadThroughput = bitsPerSecond === null ? -1 : bitsPerSecond / 8;
    const conditions = { offline: false, latency: 0, downloadThroughput, uploadThroughput: -1 };
    await browser.send('Network.emulateNetworkConditions', conditions);
  };
}
