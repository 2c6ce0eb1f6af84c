/** How an upload reaches the API and S3 from a browser. */
import { call } from '../../lib/api.ts';
import { PartFailure } from './upload.retry.ts';
import type { PutPart, Sending } from './upload.sender.ts';
import type { UploaderPorts } from './uploader.ts';

/** A request that has sent nothing for so long is dead, though nobody has said so. */
const SILENCE_MAX_MS = 45_000;

/** The ports of an uploader for `file`. */
export const portsFor = (file: File): UploaderPorts => ({
  begin: () =>
    call('POST /videos/upload', {
      body: { filename: file.name, size: file.size, content_type: file.type },
    }),
  look: (upload_id) => call('GET /videos/upload/{upload_id}', { params: { upload_id } }),
  complete: (upload_id, parts) =>
    call('POST /videos/upload/{upload_id}/complete', { params: { upload_id }, body: { parts } }),
  put: putFrom(file),
  isOnline: () => navigator.onLine,
  untilOnline: (signal) => once(window, 'online', signal),
  sleep,
  nowMs: () => performance.now(),
  random: Math.random,
});

/** Sends slices: the browser reads each from the disk while it sends it, so that the file is never in memory. */
function putFrom(file: File): PutPart {
  return async (part, sending) => {
    const slice = file.slice(part.startByte, part.endByte);
    try {
      return await putSlice(part.url, slice, sending);
    } catch (error) {
      if (error instanceof PartFailure && error.status === 0) await assertReadable(slice);
      throw error;
    }
  };
}

/** A file that was changed or moved looks like a lost connection. Throws what tells them apart. */
async function assertReadable(slice: Blob): Promise<void> {
  await slice
    .slice(0, 1)
    .arrayBuffer()
    .catch((cause: unknown) => {
      throw new UnreadableFile(cause);
    });
}

/** The chosen file is not what it was. */
export class UnreadableFile extends Error {
  constructor(cause: unknown) {
    super('The file has changed, or can no longer be read. Please choose it again.', { cause });
    this.name = 'UnreadableFile';
  }
}

/** `fetch` tells nothing of an upload's progress; XMLHttpRequest does. */
function putSlice(url: string, slice: Blob, { signal, onProgress }: Sending): Promise<string> {
  const request = new XMLHttpRequest();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const silence = createSilence(() => {
    reject(new PartFailure(0));
    request.abort();
  });
  const abort = () => {
    reject(signal.reason);
    request.abort();
  };
  signal.throwIfAborted();
  signal.addEventListener('abort', abort);
  request.upload.addEventListener('progress', ({ loaded }) => {
    silence.broken();
    onProgress(loaded);
  });
  request.addEventListener('load', () => {
    const etag = request.getResponseHeader('ETag');
    if (request.status === 200 && etag) resolve(etag);
    else reject(new PartFailure(request.status));
  });
  request.addEventListener('error', () => reject(new PartFailure(0)));
  request.open('PUT', url);
  request.send(slice);
  return promise.finally(() => {
    silence.end();
    signal.removeEventListener('abort', abort);
  });
}

function createSilence(onTooLong: () => void): { readonly broken: () => void; readonly end: () => void } {
  let timer = setTimeout(onTooLong, SILENCE_MAX_MS);
  const end = () => clearTimeout(timer);
  const broken = () => {
    end();
    timer = setTimeout(onTooLong, SILENCE_MAX_MS);
  };
  return { broken, end };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const abort = () => {
    clearTimeout(timer);
    reject(signal.reason);
  };
  signal.addEventListener('abort', abort, { once: true });
  return promise.finally(() => signal.removeEventListener('abort', abort));
}

function once(target: EventTarget, event: string, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = () => reject(signal.reason);
  target.addEventListener(event, () => resolve(), { once: true, signal });
  signal.addEventListener('abort', abort, { once: true });
  return promise.finally(() => signal.removeEventListener('abort', abort));
}
