/** PUTs bytes, and notices when they stand still: `fetch` tells nothing of an upload's progress, XMLHttpRequest does. */

/** So many pieces of an upload are on their way at once. */
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
