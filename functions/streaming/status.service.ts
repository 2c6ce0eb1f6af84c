import type { Channel, StatusUpdate } from '../../shared/channels/streamers.ts';
import { notFound } from '../base/errors.ts';
import { stopStream } from './streaming.service.ts';
import type { StatusPorts } from './ports.ts';

/**
 * Ends the caller's broadcast, from software or the camera, for `is_live: false`; then changes the channel's details,
 * those of a live broadcast, and whether it becomes a replay. Fields may be missing. Throws `not_found`, and the errors
 * of stopping and changing a broadcast.
 */
export async function updateStatus(
  ports: StatusPorts,
  channelId: string,
  { is_live, keep_replay: keepsReplay, ...details }: StatusUpdate,
): Promise<Channel> {
  if (is_live === false) {
    await stopStream(ports, channelId);
    await ports.endCamera(channelId);
  }
  const { title, game: category, tags } = details;
  await ports.changeCamera(channelId, { title, category, tags, keepsReplay });
  if (keepsReplay !== undefined) await ports.streams.saveKeepsReplay(channelId, keepsReplay);
  const changed = await ports.details.change(channelId, details);
  if (!changed) throw notFound('Channel');
  return changed.channel;
}
