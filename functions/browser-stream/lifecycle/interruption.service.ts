/** A page of the recorder closes, and another one of the same browser continues the broadcast. */
import type { ResumedBrowserStream } from '../../../shared/live/browser-stream.ts';
import { DomainError } from '../../base/errors.ts';
import type { IntakeDeps } from '../deps.ts';
import { requireDirect } from '../own-broadcast.ts';

type Deps = Pick<IntakeDeps, 'broadcasts' | 'interruptions' | 'clock'>;

/** Shows viewers that it is interrupted. The tick ends it after a silence. Throws `not_found`, `forbidden`, `conflict`. */
export async function pauseBroadcast(
  { broadcasts, interruptions }: Deps,
  channelId: string,
  { streamId, session }: { readonly streamId: string; readonly session: number },
): Promise<void> {
  await interruptions.pause(await requireDirect(broadcasts, channelId, streamId), session);
}

/**
 * Continues a direct broadcast after its last segment. `recordingId` proves that the caller is the browser that began
 * it. Throws `not_found`, `forbidden`, and `conflict` where it has ended or takes chunks.
 */
export async function resumeBroadcast(
  { broadcasts, interruptions, clock }: Deps,
  channelId: string,
  { streamId, recordingId }: { readonly streamId: string; readonly recordingId: string },
): Promise<ResumedBrowserStream> {
  const broadcast = await requireDirect(broadcasts, channelId, streamId);
  if (broadcast.recordingId !== recordingId)
    throw new DomainError('forbidden', 'not_yours', { thing: 'broadcast' });
  if (broadcast.wayChange) throw new DomainError('conflict', 'not_for_segments');
  const session = await interruptions.resume(broadcast, clock());
  if (session === null) throw new DomainError('conflict', 'broadcast_ended');
  const [last] = await broadcasts.latestSegments(streamId, 1);
  return {
    stream_id: streamId,
    session,
    next_seq: last ? last.seq + 1 : 0,
    from_s: Math.max(clock() - broadcast.startedAtMs, last?.endMs ?? 0) / 1000,
  };
}
