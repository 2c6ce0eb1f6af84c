import { get as getInsecurely, type IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { arrayBuffer } from 'node:stream/consumers';

const TIMEOUT_MS = 5000;

/**
 * Fetches a key set through Node's own client, which the SDK has loaded already: the global `fetch` would load
 * another one, and made the first request of the signed-in 8 ms longer. Follows no redirect.
 */
export async function fetchKeySet(url: string): Promise<ArrayBuffer> {
  // The stand-in for Cognito speaks plain HTTP.
  const request = url.startsWith('https:') ? get : getInsecurely;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { signal }, resolve).on('error', reject);
  });
  const body = await arrayBuffer(response);
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}, and no keys`);
  return body;
}
