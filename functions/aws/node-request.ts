import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { limitedBy } from './time-limits.ts';

/** Uses Node's own client, which the SDK has loaded, because the global `fetch` loads another. Follows no redirect. */
export async function sendRequest(
  url: URL,
  { timeoutMs, ...options }: RequestOptions & { readonly timeoutMs: number },
  body?: string | Uint8Array,
): Promise<IncomingMessage> {
  const open = url.protocol === 'https:' ? requestSecurely : (await import('node:http')).request;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(limitedBy(timeoutMs));
    open(url, { ...options, signal }, resolve)
      .on('error', (error) => reject(signal.aborted ? signal.reason : error))
      .end(body);
  });
}
