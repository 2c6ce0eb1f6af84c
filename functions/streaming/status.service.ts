import type { Channel, StatusUpdate } from '#shared/channels/channels.ts';
import { requireFound } from '#functions/base/errors.ts';
import type { DetailsRepository } from '#functions/channels/index.ts';
import { stopStream, type StreamingDeps } from './streaming.service.ts';

interface BroadcastDetails extends Pick<StatusUpdate, 'title' | 'tags'> {
  readonly category: string | undefined;
  readonly keepsReplay: boolean | undefined;
}

export interface StatusDeps extends StreamingDeps {
  readonly details: DetailsRepository;
  /** Does nothing when the channel has no broadcast from the camera. */
  readonly endCamera: (channelId: string) => Promise<void>;
  readonly changeCamera: (channelId: string, change: BroadcastDetails) => Promise<void>;
}

/**
 * Ends the caller's broadcast, from software or the camera, for `is_live: false`; then changes the channel's details,
 * those of a live broadcast, and whether it becomes a replay. Fields may be missing. Throws `not_found`, and the errors
 * of stopping and changing a broadcast.
 */
export async function updateStatus(
  deps: StatusDeps,
  channelId: string,
  { is_live, keep_replay: keepsReplay, auto_start: startsItself, ...details }: StatusUpdate,
): Promise<Channel> {
  if (is_live === false) {
    await stopStream(deps, channelId);
    await deps.endCamera(channelId);
  }
  const { title, game: category, tags } = details;
  await deps.changeCamera(channelId, { title, category, tags, keepsReplay });
  if (keepsReplay !== undefined) await deps.streams.saveKeepsReplay(channelId, keepsReplay);
  if (startsItself !== undefined) await deps.streams.saveStartsItself(channelId, startsItself);
  return requireFound(await deps.details.change(channelId, details), 'channel');
}
