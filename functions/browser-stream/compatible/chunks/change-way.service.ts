import type { BroadcastsRepository } from '../../table/broadcasts.repository.ts';
import { CAMERA_SLOT_SILENCE_MS, CHUNK_INTERVAL_MS } from '../../../../shared/limits.ts';
import { DomainError } from '../../../base/errors.ts';
import type { Broadcast, BroadcastEnd, StoredChunk } from '../../broadcast.ts';

export interface SlotDeps {
  readonly broadcasts: BroadcastsRepository;
  /** How many broadcasts that need jobs may be live at once. */
  readonly stage: { readonly maxBroadcasts: number };
  readonly clock: () => number;
}

const NO_FREE_SLOT =
  'Too many people are live from their camera right now for your stream to go on this way. It goes on as soon as there is room.';

/** Whether there is a slot for one more broadcast that needs jobs. */
export const hasFreeSlot = async ({ broadcasts, stage, clock }: SlotDeps): Promise<boolean> =>
  (await broadcasts.countActive(clock())) < stage.maxBroadcasts;

/**
 * That there is room for a live broadcast that sends chunks, should it have no slot: no chunk of it came lately. Throws
 * `unavailable`: its recorder keeps what it records, and asks again.
 */
export async function requireFreeSlot(
  deps: SlotDeps,
  { state, lastChunkAtMs: lastChunkAtMs }: Broadcast,
): Promise<void> {
  const hasSlot = lastChunkAtMs !== undefined && deps.clock() - lastChunkAtMs < CAMERA_SLOT_SILENCE_MS;
  if (state !== 'live' || hasSlot || (await hasFreeSlot(deps))) return;
  throw new DomainError('unavailable', NO_FREE_SLOT, { retryAfterS: 10 });
}

/**
 * A chunk has come of a broadcast: a direct one goes on the compatible way from here. Its chunks' clock begins where the
 * last segment ends, or when the recording of the chunks must have begun, whichever is later.
 */
export async function switchToCompatible(
  { broadcasts, clock }: Pick<SlotDeps, 'broadcasts' | 'clock'>,
  { id, way, wayChange, startedAtMs }: Broadcast,
  { seq, arrivedAtMs }: StoredChunk,
): Promise<void> {
  if (way !== 'direct' || wayChange) return;
  const [last] = await broadcasts.latestSegments(id, 1);
  const begunMs = arrivedAtMs - (seq + 1) * CHUNK_INTERVAL_MS - startedAtMs;
  const fromMs = Math.max(0, last?.endMs ?? 0, Math.round(begunMs));
  await broadcasts.changeWay(id, { fromMs, atMs: clock() });
}

/**
 * How a broadcast ended, with the number of its chunks: where it changed its way, what its recorder counted is segments
 * too, up to the last that came. Those before it that did not come are awaited by nobody.
 */
export async function endOfChunks(
  { broadcasts }: Pick<SlotDeps, 'broadcasts'>,
  { id, end, wayChange }: Broadcast,
): Promise<BroadcastEnd | undefined> {
  if (!wayChange || end?.chunkCount === undefined) return end;
  const [last] = await broadcasts.latestSegments(id, 1);
  return { ...end, chunkCount: Math.max(0, end.chunkCount - (last ? last.seq + 1 : 0)) };
}
