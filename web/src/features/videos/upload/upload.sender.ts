/** Sends missing parts, three at once, until S3 has stored each. */
import type { Patience } from '../../../lib/api/patience/patience.ts';
import { MAX_ADDRESS_REFRESHES, PARALLEL_PUTS } from '../../../lib/api/put-bytes.ts';
import { singleFlight } from '../../../lib/single-flight.ts';
import { type Part, withPart } from './upload.parts.ts';
import { isPassingStatus, statusOf } from '../../../lib/api/patience/retry.ts';

type AddressedPart = Part & { readonly url: string };

interface Sending {
  readonly signal: AbortSignal;
  readonly onProgress: (sentBytes: number) => void;
}

/** Sends a part and returns its ETag. Throws `StorageFailure`, or on abort. */
export type PutPart = (part: AddressedPart, sending: Sending) => Promise<string>;

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
  const { list } = options;
  const left = list.parts.filter(({ etag }) => etag === null).map(({ number }) => number);
  const send = createSend(options);
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await send(next);
  };
  await Promise.all(Array.from({ length: PARALLEL_PUTS }, work));
}

function createSend(options: SenderOptions): (number: number) => Promise<void> {
  const { list, patience, signal } = options;
  const putOnce = createPut(options);
  const refresh = singleFlight(async () => {
    list.parts = await options.checkAgain();
  });

  return async (number) => {
    let refreshes = 0;
    for (let failures = 1; ; failures += 1) {
      const part = list.parts.find((part) => part.number === number);
      if (!part || part.etag !== null) return;
      try {
        return await putOnce(part);
      } catch (error) {
        signal.throwIfAborted();
        const verdict = error instanceof NoAddress ? 'refresh' : verdictOnPart(error);
        if (verdict === 'never') throw error;
        if (verdict === 'again') await patience.waitAfter(error, failures);
        else if (++refreshes > MAX_ADDRESS_REFRESHES) throw error;
        else await refresh();
      }
    }
  };
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
 * `again`: a temporary failure. `refresh`: the address or upload is outdated, so ask the API. `never`: a refusal or a
 * bug.
 */
type Verdict = 'again' | 'refresh' | 'never';

/** S3 returns 403 for an expired address, 404 for an ended upload. */
function verdictOnPart(error: unknown): Verdict {
  const status = statusOf(error);
  if (isPassingStatus(status)) return 'again';
  return status === 403 || status === 404 ? 'refresh' : 'never';
}
