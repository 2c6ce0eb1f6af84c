import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as requestSecurely } from 'node:https';

/**
 * Asks by Node's own client, which the SDK has loaded already: the global `fetch` would load another one. Follows no
 * redirect. Only the stand-ins speak plain HTTP, so its module, which brings the client of `fetch` along, is loaded for
 * them alone.
 */
export async function ask(
  url: URL,
  { timeoutMs, ...options }: RequestOptions & { readonly timeoutMs: number },
  body?: string | Uint8Array,
): Promise<IncomingMessage> {
  const open = url.protocol === 'https:' ? requestSecurely : (await import('node:http')).request;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    open(url, { ...options, signal }, resolve)
      .on('error', reject)
      .end(body);
  });
}
