/** A broadcast that another page of this browser began, and that closed: reload, crash, or by accident. */
import type { StoredBroadcast } from '../chunks/chunk.store.ts';
import type { WaitingChunk } from '../chunks/chunk.ts';
import type { ClockStart } from '../direct/segment/clock-start.ts';
import type { BroadcasterPorts } from './broadcaster.ports.ts';

/** How another recording of a broadcast follows the earlier ones. */
export interface Continuation {
  /** Counts the pages of the broadcast. */
  readonly session: number;
  readonly nextSeq: number;
  readonly clock: ClockStart;
  /** Segments of the page before that are not uploaded yet. */
  readonly waiting: readonly WaitingChunk[];
  /** Lets other tabs have the broadcast. */
  readonly unlock: () => void;
}

type ContinuationPorts = Pick<BroadcasterPorts, 'lock' | 'resume' | 'store' | 'clockMs'>;

/** Throws the API's refusal; `null` where another tab has the broadcast. */
export async function continueBroadcast(
  { streamId, recordingId = '', segmentCount = 0 }: StoredBroadcast,
  { lock, resume, store, clockMs }: ContinuationPorts,
): Promise<Continuation | null> {
  const unlock = await lock(streamId);
  if (!unlock) return null;
  try {
    const waiting = await store.chunks(streamId);
    const { session, next_seq, from_s } = await resume(streamId, recordingId);
    const clock = { ms: from_s * 1000, atMs: clockMs() };
    return { session, nextSeq: Math.max(next_seq, segmentCount), clock, waiting, unlock };
  } catch (error) {
    unlock();
    throw error;
  }
}
