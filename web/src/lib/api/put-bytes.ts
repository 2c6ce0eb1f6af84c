import { createDeferred } from '../async/deferred.ts';
import type { RouteName } from '#shared/contract.ts';
import { ApiFailure } from './api-failure.ts';
import { requestUrl } from './api-url.ts';
import { authorized } from './api.ts';
import { StorageFailure } from './patience/retry.ts';

/** PUTs bytes and detects stalls. Uses XMLHttpRequest, because `fetch` reports no upload progress. */

/** The number of parts sent at once. */
export const PARALLEL_PUTS = 3;

interface BytesPut {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** File slices are read from disk during sending. */
  readonly body: Blob | ArrayBuffer;
  /** A request without progress for this time counts as dead. */
  readonly silenceMaxMs: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (sentBytes: number) => void;
}

/** Resolves with the request whatever its status; `null` without a response. Throws the signal's reason. */
function putBytes(put: BytesPut): Promise<XMLHttpRequest | null> {
  const { signal } = put;
  const request = new XMLHttpRequest();
  const { promise, resolve, reject } = createDeferred<XMLHttpRequest | null>();
  const giveUp = () => {
    resolve(null);
    request.abort();
  };
  let silence = setTimeout(giveUp, put.silenceMaxMs);
  const abort = () => {
    reject(signal.reason);
    request.abort();
  };
  request.upload.addEventListener('progress', ({ loaded }) => {
    clearTimeout(silence);
    silence = setTimeout(giveUp, put.silenceMaxMs);
    put.onProgress?.(loaded);
  });
  request.addEventListener('load', () => resolve(request));
  request.addEventListener('error', () => resolve(null));
  if (signal.aborted) abort();
  else send(request, put);
  signal.addEventListener('abort', abort);
  return promise.finally(() => {
    clearTimeout(silence);
    signal.removeEventListener('abort', abort);
  });
}

function send(request: XMLHttpRequest, { url, headers = {}, body }: BytesPut): void {
  request.open('PUT', url);
  for (const [name, value] of Object.entries(headers)) {
    if (!SET_BY_THE_BROWSER.has(name.toLowerCase())) request.setRequestHeader(name, value);
  }
  request.send(body);
}

/** Forbidden headers that the browser sets itself. */
const SET_BY_THE_BROWSER = new Set(['content-length', 'host']);

type ApiPut = Omit<BytesPut, 'url'> & { readonly params: Record<string, unknown> };

/** Calls a route with a binary body. Throws as `call`. */
export async function putToApi(name: RouteName & `PUT ${string}`, put: ApiPut): Promise<void> {
  const { url } = requestUrl(name, put.params);
  await authorized(async (token) => {
    const headers = { ...put.headers, Accept: 'application/json', Authorization: `Bearer ${token}` };
    const answer = await putBytes({ ...put, url, headers });
    if (!answer) throw new ApiFailure({ status: 0, code: 'network' });
    const { status, responseText } = answer;
    // A 204 response must not have a body.
    return new Response(responseText || null, { status });
  });
}

/** After this many refusals, a fresh address is invalid rather than expired. */
export const MAX_ADDRESS_REFRESHES = 3;

/**
 * PUTs to a presigned address with its signed headers and returns the visible ETag. Throws `StorageFailure`, or the
 * signal's reason.
 */
export async function putToStorage(put: BytesPut): Promise<string | null> {
  const answer = await putBytes(put);
  if (answer?.status !== 200) throw new StorageFailure(answer?.status ?? 0);
  return answer.getResponseHeader('ETag');
}
