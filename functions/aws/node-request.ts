import { request as requestInsecurely, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestSecurely } from 'node:https';

/**
 * Asks by Node's own client, which the SDK has loaded already: the global `fetch` would load another one. Follows no
 * redirect. The stand-ins speak plain HTTP.
 */
export function ask(
  url: URL,
  { timeoutMs, ...options }: RequestOptions & { readonly timeoutMs: number },
  body?: string,
): Promise<IncomingMessage> {
  const open = url.protocol === 'https:' ? requestSecurely : requestInsecurely;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    open(url, { ...options, signal }, resolve)
      .on('error', reject)
      .end(body);
  });
}
