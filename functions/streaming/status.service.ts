import type { Channel, StatusUpdate } from '../../shared/channels/streamers.ts';
import { notFound } from '../base/errors.ts';
import { stopStream } from './streaming.service.ts';
import type { StatusPorts } from './ports.ts';

/**
 * Ends the caller's broadcast, through software or from the camera, where `is_live: false` asks for it, then changes
 * what the channel shows, a broadcast that is live, and whether it becomes a replay. Does nothing with nothing. Throws
 * `not_found`, and what stopping a stream and changing a broadcast throw.
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
