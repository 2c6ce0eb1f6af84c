/** A broadcast that another page of this browser began, and that closed: reload, crash, or by accident. */
import { recordedOf, type StoredBroadcast } from '../pieces/piece-store.ts';
import type { Way } from '#shared/live/browser-stream.ts';
import type { WaitingPiece } from '../pieces/piece.ts';
import type { ClockStart } from '../direct/segment/clock-start.ts';
import type { BroadcasterPorts } from './broadcaster-ports.ts';

/** How another recording of a broadcast follows the earlier ones. */
export interface Continuation {
  /** Counts the pages of the broadcast. */
  readonly session: number;
  readonly way: Way;
  readonly nextSeq: number;
  readonly clock: ClockStart;
  /** Segments or chunks of the page before that are not uploaded yet. */
  readonly waiting: readonly WaitingPiece[];
  /** Lets other tabs have the broadcast. */
  readonly unlock: () => void;
}

type ContinuationPorts = Pick<BroadcasterPorts, 'lock' | 'resume' | 'store' | 'clockMs'>;

/** Throws the API's refusal; `null` where another tab has the broadcast. */
export async function continueBroadcast(
  broadcast: StoredBroadcast,
  { lock, resume, store, clockMs }: ContinuationPorts,
): Promise<Continuation | null> {
  const { streamId, recordingId = '', way = 'direct' } = broadcast;
  const unlock = await lock(streamId);
  if (!unlock) return null;
  try {
    const waiting = await store.pieces(streamId);
    // Another tab may have recorded more since `broadcast` was read.
    const recorded = Math.max(recordedOf(broadcast), (waiting.at(-1)?.seq ?? -1) + 1);
    const { session, next_seq, from_s } = await resume(streamId, recordingId, recorded);
    const clock = { ms: from_s * 1000, atMs: clockMs() };
    return { session, way, nextSeq: Math.max(next_seq, recorded), clock, waiting, unlock };
  } catch (error) {
    unlock();
    throw error;
  }
}
