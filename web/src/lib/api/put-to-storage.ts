/** How bytes get from a browser into S3. */
import { StorageFailure } from './retry.ts';

/** So many pieces of an upload are on their way at once. */
export const PARALLEL_PUTS = 3;
/** A fresh address that is refused so often has not expired: it is wrong. */
export const MAX_ADDRESS_REFRESHES = 3;

export interface StoragePut {
  /** A presigned address. */
  readonly url: string;
  /** To be sent with it, as they were signed. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A slice of a file is read from the disk while it is sent. */
  readonly body: Blob | ArrayBuffer;
  /** A request that has sent nothing for so long is dead, though nobody has said so. */
  readonly silenceMaxMs: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (sentBytes: number) => void;
}

/**
 * PUTs to a presigned address; answers the ETag, where S3 shows it. Throws `StorageFailure`, or the signal's reason.
 * `fetch` tells nothing of an upload's progress; XMLHttpRequest does.
 */
export function putToStorage(put: StoragePut): Promise<string | null> {
  const { signal } = put;
  const request = new XMLHttpRequest();
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  const silence = createSilence(put.silenceMaxMs, () => {
    reject(new StorageFailure(0));
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
  request.addEventListener('load', () => {
    if (request.status === 200) resolve(request.getResponseHeader('ETag'));
    else reject(new StorageFailure(request.status));
  });
  request.addEventListener('error', () => reject(new StorageFailure(0)));
  if (signal.aborted) abort();
  else send(request, put);
  signal.addEventListener('abort', abort);
  return promise.finally(() => {
    silence.end();
    signal.removeEventListener('abort', abort);
  });
}

function send(request: XMLHttpRequest, { url, headers = {}, body }: StoragePut): void {
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
