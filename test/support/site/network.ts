/** What a page asks for, and what may happen to its requests on their way. */
import type { Page, Route } from 'playwright-core';

/** Holds requests back until the answered function is called; what else is held goes on being held. */
export async function held(page: Page, address: string): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    await promise;
    // The page may have given it up by then.
    await route.continue().catch(() => {});
  };
  await page.route(address, hold);
  return async () => {
    resolve();
    await page.unroute(address, hold);
  };
}

/** Changes the JSON that the site answers: for numbers that a test cannot bring about, such as a thousand viewers. */
export async function patched<T>(page: Page, address: string, change: (answer: T) => T): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const json = response.ok() ? change((await response.json()) as T) : await response.json();
    await route.fulfill({ response, json });
  });
}

/** Answers as a server does that fails without a word of its own. */
export async function failing(page: Page, address: string, status = 500): Promise<void> {
  await page.route(address, (route) => route.fulfill({ status }));
}

/** Answers with the API's form of an error. */
export async function refusing(page: Page, address: string, status: number, detail: string): Promise<void> {
  const json = { code: 'conflict', detail, request_id: 'a-request' };
  await page.route(address, (route) => route.fulfill({ status, json }));
}

/** Answers what lets the page receive so many bits a second, and no more; `null`: as many as it can. */
export async function throttle(page: Page): Promise<(bitsPerSecond: number | null) => Promise<void>> {
  const browser = await page.context().newCDPSession(page);
  return async (bitsPerSecond) => {
    const downloadThroughput = bitsPerSecond === null ? -1 : bitsPerSecond / 8;
    const conditions = { offline: false, latency: 0, downloadThroughput, uploadThroughput: -1 };
    await browser.send('Network.emulateNetworkConditions', conditions);
  };
}
