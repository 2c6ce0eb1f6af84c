/** Sends missing parts, three at once, until S3 has stored each. */
import type { Patience } from '#web/lib/api/patience/patience.ts';
import { MAX_ADDRESS_REFRESHES, PARALLEL_PUTS } from '#web/lib/api/put-bytes.ts';
import { singleFlight } from '#web/lib/async/single-flight.ts';
import { type Part, withPart } from './upload-parts.ts';
import { isPassingStatus, statusOf } from '#web/lib/api/patience/retry.ts';

/** Sends a part and returns its ETag. Throws `StorageFailure`, or on abort. */
export type PutPart = (
  part: Part & { readonly url: string },
  sending: { readonly signal: AbortSignal; readonly onProgress: (sentBytes: number) => void },
) => Promise<string>;

interface SenderOptions {
  /** Mutated during sending, because other code reads it meanwhile. */
  readonly list: { parts: readonly Part[] };
  readonly put: PutPart;
  readonly patience: Patience;
  readonly signal: AbortSignal;
  /** Requests fresh addresses. */
  readonly checkAgain: () => Promise<readonly Part[]>;
  /** Reports progress and the number of parts in progress; 0: all wait for a retry. */
  readonly onProgress: (movingParts: number) => void;
}

/** Resolves when every part is stored. Throws permanent failures. */
export async function sendParts(options: SenderOptions): Promise<void> {
  const { list, patience, signal } = options;
  const left = list.parts.filter(({ etag }) => etag === null).map(({ number }) => number);
  const putOnce = createPut(options);
  const refresh = singleFlight(async () => {
    list.parts = await options.checkAgain();
  });

  const send = async (number: number) => {
    let refreshes = 0;
    for (let failures = 1; ; failures += 1) {
      const part = list.parts.find((part) => part.number === number);
      if (!part || part.etag !== null) return;
      try {
        return await putOnce(part);
      } catch (error) {
        signal.throwIfAborted();
        const verdict = verdictOn(error);
        if (verdict === 'never') throw error;
        if (verdict === 'retry') await patience.waitAfter(error, failures);
        else if (++refreshes > MAX_ADDRESS_REFRESHES) throw error;
        else await refresh();
      }
    }
  };
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await send(next);
  };
  await Promise.all(Array.from({ length: PARALLEL_PUTS }, work));
}

function createPut({
  list,
  put,
  patience,
  signal,
  onProgress,
}: SenderOptions): (part: Part) => Promise<void> {
  let movingParts = 0;
  return async (part) => {
    if (part.url === null) throw new NoAddress();
    const change = (change: Partial<Part>) => {
      list.parts = withPart(list.parts, part.number, change);
      onProgress(movingParts);
    };
    movingParts += 1;
    try {
      const report = (sentBytes: number) => {
        if (sentBytes > 0) patience.gotThrough();
        change({ sentBytes });
      };
      const etag = await put({ ...part, url: part.url }, { signal, onProgress: report });
      patience.gotThrough();
      change({ etag, sentBytes: 0 });
      movingParts -= 1;
    } catch (error) {
      movingParts -= 1;
      // After the run ends, the next run owns the list.
      if (!signal.aborted) change({ sentBytes: 0 });
      throw error;
    }
  };
}

class NoAddress extends Error {}

/**
 * `retry`: a temporary failure. `refresh`: the address or the upload is outdated (S3 answers 403 and 404), so ask the API.
 * `never`: a refusal or a bug.
 */
function verdictOn(error: unknown): 'retry' | 'refresh' | 'never' {
  const status = statusOf(error);
  if (error instanceof NoAddress || status === 403 || status === 404) return 'refresh';
  return isPassingStatus(status) ? 'retry' : 'never';
}
