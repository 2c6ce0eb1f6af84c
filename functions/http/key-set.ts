import { get as getInsecurely, type IncomingMessage, type RequestOptions } from 'node:http';
import { get } from 'node:https';
import { text } from 'node:stream/consumers';
import type { FetchImplementation } from 'jose';

/**
 * Fetches a key set through Node's own client, which the SDK has loaded already: the global `fetch` would load
 * another one, and made the first request of the signed-in 8 ms longer. Follows no redirect.
 */
export const fetchKeySet: FetchImplementation = async (url, { headers, signal }) => {
  try {
    const response = await open(url, { headers: Object.fromEntries(headers), signal });
    return new Response(await text(response), { status: response.statusCode ?? 0 });
  } catch (error) {
    // Node reports an abort; what matters is its reason, a time-out.
    throw signal.aborted ? signal.reason : error;
  }
};

function open(url: string, options: RequestOptions): Promise<IncomingMessage> {
  // The stand-in for Cognito speaks plain HTTP.
  const request = url.startsWith('https:') ? get : getInsecurely;
  return new Promise((resolve, reject) => request(url, options, resolve).on('error', reject));
}
