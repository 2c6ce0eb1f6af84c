/** The maximum that a broadcast can have recorded, by our clock instead of its recorder's reports. */
import { CHUNK_INTERVAL_MS, MAX_BROADCAST_CHUNKS, MAX_BROADCAST_MS } from '#shared/limits.ts';
import { HOUR_MS } from '#shared/plain/time.ts';
import type { Broadcast } from './broadcast.ts';
import type { IntakeDeps } from './deps.ts';
import type { RecordingStart } from './media/compatible/webm/reader.ts';

/** Tolerates a recorder's clock that is ahead of ours, which started with the request to start. */
const AHEAD_MS = 30_000;
/** A browser without a network records on after the silence that ended its broadcast. */
const OFFLINE_MS = HOUR_MS;
/** The chunks of `AHEAD_MS`. */
const AHEAD_CHUNKS = AHEAD_MS / CHUNK_INTERVAL_MS;

/** Charged at once, so that most late segments need no write. */
const CHARGED_S = 10;

type Recorded = Pick<Broadcast, 'startedAtMs' | 'end'>;

/** The maximum length of the recording, in ms. */
export function recordableMs({ startedAtMs, end }: Recorded, nowMs: number): number {
  const endMs = end ? end.atMs + (end.by === 'silence' ? OFFLINE_MS : 0) : Infinity;
  return Math.min(nowMs - startedAtMs, endMs - startedAtMs, MAX_BROADCAST_MS) + AHEAD_MS;
}

/** The maximum number of its chunks, which a recorder may make twice as often as it should. */
export function recordableChunks(broadcast: Recorded, nowMs: number): number {
  const elapsedMs = recordableMs(broadcast, nowMs) - AHEAD_MS;
  return Math.min(MAX_BROADCAST_CHUNKS, Math.ceil((2 * elapsedMs) / CHUNK_INTERVAL_MS) + AHEAD_CHUNKS);
}

/** The recording that contains a chunk; `undefined` for the first one. */
export const recordingOf = (
  { recordings = [] }: Pick<Broadcast, 'recordings'>,
  chunk: number,
): RecordingStart | undefined => recordings.findLast(({ fromSeq }) => fromSeq <= chunk);

/**
 * Charges the part of a recording after the broadcast's end, which no tick counts. `untilMs`: on the broadcast's clock.
 * `isTranscoded`: of chunks. Throws `too_many_requests`.
 */
export async function chargeAfterEnd(
  { budgets }: Pick<IntakeDeps, 'budgets'>,
  { id, channelId, startedAtMs, end }: Broadcast,
  untilMs: number,
  isTranscoded = false,
): Promise<void> {
  const afterMs = end ? untilMs - (end.atMs - startedAtMs) : 0;
  if (afterMs <= 0) return;
  const amount = CHARGED_S * Math.ceil(afterMs / 1000 / CHARGED_S);
  const amounts = { camera: amount, ...(isTranscoded && { compatible: amount }) };
  await budgets.takeAll({ channelId, itemId: `${id}LATE`, amounts });
}
