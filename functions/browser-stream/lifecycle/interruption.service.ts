/** A page of the recorder closes, and another one of the same browser continues the broadcast. */
import type { ResumedBrowserStream, ResumeBody } from '#shared/live/browser-stream.ts';
import { MAX_CONTINUATIONS } from '#shared/limits.ts';
import { DomainError } from '#functions/base/errors.ts';
import type { Broadcast } from '../broadcast.ts';
import type { IntakeDeps } from '../deps.ts';
import type { RecordingStart } from '../media/compatible/webm/reader.ts';
import { requireOwn } from '../own-broadcast.ts';
import { recordableChunks } from '../recordable.ts';

type Deps = Pick<IntakeDeps, 'broadcasts' | 'chunks' | 'interruptions' | 'clock'>;

/** Shows viewers that it is interrupted. The tick ends it after a silence. Throws `not_found`, `forbidden`. */
export async function pauseBroadcast(
  { broadcasts, interruptions }: Deps,
  channelId: string,
  { streamId, session }: { readonly streamId: string; readonly session: number },
): Promise<void> {
  await interruptions.pause(await requireOwn(broadcasts, channelId, streamId), session);
}

/**
 * Continues a broadcast after its last segment, or with another recording after its last chunk. `recording_id` proves that
 * the caller is the browser that began it. Throws `not_found`, `forbidden`, `conflict` where it has ended or has changed to
 * chunks, and `too_many_requests` where it was continued too often.
 */
export async function resumeBroadcast(
  deps: Deps,
  channelId: string,
  { streamId, recording_id, recorded = 0 }: ResumeBody & { readonly streamId: string },
): Promise<ResumedBrowserStream> {
  const { broadcasts, interruptions, clock } = deps;
  const broadcast = await requireOwn(broadcasts, channelId, streamId);
  if (broadcast.recordingId !== recording_id)
    throw new DomainError('forbidden', 'not_yours', { thing: 'broadcast' });
  if (broadcast.wayChange) throw new DomainError('conflict', 'not_for_segments');
  if (broadcast.end) throw new DomainError('conflict', 'broadcast_ended');
  const recordings = broadcast.way === 'direct' ? undefined : await recordingsNow(deps, broadcast, recorded);
  const session = await interruptions.resume(broadcast, clock(), recordings);
  if (session === null) throw new DomainError('conflict', 'broadcast_ended');
  const begun = recordings?.at(-1);
  if (begun) return { stream_id: streamId, session, next_seq: begun.fromSeq, from_s: begun.fromMs / 1000 };
  const [last] = await broadcasts.latestSegments(streamId, 1);
  return {
    stream_id: streamId,
    session,
    next_seq: last ? last.seq + 1 : 0,
    from_s: Math.max(clock() - broadcast.startedAtMs, last?.endMs ?? 0) / 1000,
  };
}

/** The recordings of a compatible broadcast with one that begins now. It replaces one that has no chunk. */
async function recordingsNow(
  { chunks, clock }: Deps,
  broadcast: Broadcast,
  recorded: number,
): Promise<RecordingStart[]> {
  const { recordings = [], startedAtMs } = broadcast;
  const known = Math.max(recorded, recordings.at(-1)?.fromSeq ?? 0);
  // Storage contains chunks whose events have not arrived yet.
  const stored = await chunks.list(broadcast, known);
  const fromSeq = Math.max(known, (stored.at(-1)?.seq ?? -1) + 1);
  const nowMs = clock();
  if (fromSeq >= recordableChunks(broadcast, nowMs))
    throw new DomainError('conflict', 'chunk_too_early', { seq: fromSeq });
  const earlier = recordings.filter((recording) => recording.fromSeq < fromSeq);
  if (earlier.length >= MAX_CONTINUATIONS) throw new DomainError('too_many_requests', 'continued_too_often');
  return [...earlier, { fromSeq, fromMs: nowMs - startedAtMs }];
}
