import type { IntakeDeps } from '../../deps.ts';
import { CAMERA_SLOT_SILENCE_MS, CHUNK_INTERVAL_MS } from '#shared/limits.ts';
import { DomainError } from '#functions/base/errors.ts';
import type { Broadcast, BroadcastEnd, StoredChunk } from '../../broadcast.ts';

type SlotDeps = Pick<IntakeDeps, 'broadcasts' | 'stage' | 'clock'>;
type ChunkDeps = SlotDeps & Pick<IntakeDeps, 'budgets'>;

export const hasFreeSlot = async ({ broadcasts, stage, clock }: SlotDeps): Promise<boolean> =>
  (await broadcasts.countActive(clock())) < stage.maxBroadcasts;

/**
 * Requires a slot, and the budget of what is transcoded live, if chunks stopped arriving or have not begun. Throws
 * `busy` and `too_many_requests`; the recorder then retries.
 */
export async function requireFreeSlot(
  deps: ChunkDeps,
  { channelId, state, lastChunkAtMs }: Broadcast,
): Promise<void> {
  const hasSlot = lastChunkAtMs !== undefined && deps.clock() - lastChunkAtMs < CAMERA_SLOT_SILENCE_MS;
  if (state !== 'live' || hasSlot) return;
  await deps.budgets.require('compatible', channelId);
  if (await hasFreeSlot(deps)) return;
  throw new DomainError('busy', 'camera_full_meanwhile', { retryAfterS: 10 });
}

/** Continues with chunks, whose clock starts at the last segment's end or, if later, when recording started. */
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

/** The end with the number of chunks: the recorder of a direct broadcast counts segments too. */
export async function endOfChunks(
  { broadcasts }: Pick<SlotDeps, 'broadcasts'>,
  { id, end, wayChange }: Broadcast,
): Promise<BroadcastEnd | undefined> {
  if (!wayChange || end?.chunkCount === undefined) return end;
  const [last] = await broadcasts.latestSegments(id, 1);
  return { ...end, chunkCount: Math.max(0, end.chunkCount - (last ? last.seq + 1 : 0)) };
}
