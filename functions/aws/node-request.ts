import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as requestSecurely } from 'node:https';

/**
 * Sends a request by Node's own client, which the SDK has already loaded, because the global `fetch` would load another
 * one. Follows no redirect. Loads the plain HTTP module for stand-ins only.
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
