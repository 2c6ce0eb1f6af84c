import type { RouteName } from '../../../../shared/contract.ts';
import { ApiFailure } from './api-failure.ts';
import { requestUrl } from './api-url.ts';
import { authorized } from './api.ts';
import { StorageFailure } from './patience/retry.ts';

/** PUTs bytes to the API or to S3 and detects stalls: by XMLHttpRequest, as `fetch` reports no progress of uploads. */

/** How many parts of an upload are sent at once. */
export const PARALLEL_PUTS = 3;

export interface BytesPut {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A slice of a file is read from the disk while it is sent. */
  readonly body: Blob | ArrayBuffer;
  /** A request that has sent nothing for so long is dead, though nobody has said so. */
  readonly silenceMaxMs: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (sentBytes: number) => void;
}

/** Answers the request with its answer, whatever that says; `null` where none came. Throws the signal's reason. */
export function putBytes(put: BytesPut): Promise<XMLHttpRequest | null> {
  const { signal } = put;
  const request = new XMLHttpRequest();
  const { promise, resolve, reject } = Promise.withResolvers<XMLHttpRequest | null>();
  const silence = createSilence(put.silenceMaxMs, () => {
    resolve(null);
    request.abort();
  });
  const abort = () => {
    reject(signal.reason);
    request.abort();
  };
  request.upload.addEventListener('progress', ({ loaded }) => {
    silence.broken();
    put.onProgress?.(loaded);
  });
  request.addEventListener('load', () => resolve(request));
  request.addEventListener('error', () => resolve(null));
  if (signal.aborted) abort();
  else send(request, put);
  signal.addEventListener('abort', abort);
  return promise.finally(() => {
    silence.end();
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

/** A page may not set these; the browser sends the same. */
const SET_BY_THE_BROWSER = new Set(['content-length', 'host']);

function createSilence(
  longestMs: number,
  onTooLong: () => void,
): { readonly broken: () => void; readonly end: () => void } {
  let timer = setTimeout(onTooLong, longestMs);
  const end = () => clearTimeout(timer);
  const broken = () => {
    end();
    timer = setTimeout(onTooLong, longestMs);
  };
  return { broken, end };
}

type ApiPut = Omit<BytesPut, 'url'> & { readonly params: Record<string, unknown> };

/** Calls a route of the contract whose body is bytes. Throws as `call` does. */
export async function putToApi(name: RouteName & `PUT ${string}`, put: ApiPut): Promise<void> {
  const { url } = requestUrl(name, put.params);
  await authorized(async (token) => {
    const headers = { ...put.headers, Accept: 'application/json', Authorization: `Bearer ${token}` };
    const answer = await putBytes({ ...put, url, headers });
    if (!answer) throw new ApiFailure({ status: 0, code: 'network' });
    const { status, responseText } = answer;
    // An answer without content may not have a body, not even an empty one.
    return new Response(responseText || null, { status });
  });
}

/** A fresh address that is refused so often has not expired: it is wrong. */
export const MAX_ADDRESS_REFRESHES = 3;

/**
 * PUTs to a presigned address, with the headers that were signed; answers the ETag, where S3 shows it. Throws
 * `StorageFailure`, or the signal's reason.
 */
export async function putToStorage(put: BytesPut): Promise<string | null> {
  const answer = await putBytes(put);
  if (answer?.status !== 200) throw new StorageFailure(answer?.status ?? 0);
  return answer.getResponseHeader('ETag');
}
