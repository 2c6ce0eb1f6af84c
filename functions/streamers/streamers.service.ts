import type { Channel, ProfileUpdate } from '../../shared/channels/streamers.ts';
import type { ChannelList, ChannelPage } from '../channels/index.ts';
import { requireOwnPicture } from '../pictures/index.ts';
import { notFound } from '../base/errors.ts';
import type { ProfilePorts, StreamersPorts } from './ports.ts';

export const listStreamers = (
  { channels }: Pick<StreamersPorts, 'channels'>,
  list: ChannelList,
): Promise<ChannelPage> => channels.list(list);

/** One channel by its username, in any case. Throws `not_found`. */
export async function getStreamer(
  { channels }: Pick<StreamersPorts, 'channels'>,
  username: string,
): Promise<Channel> {
  const channel = await channels.findByUsername(username);
  if (!channel) throw notFound('Channel');
  return channel;
}

/**
 * Changes what stands on the caller's own channel; pictures that it no longer shows are deleted in a while. Throws
 * `forbidden` for pictures of others, `not_found`.
 */
export async function updateProfile(
  { details, discardPicture }: ProfilePorts,
  channelId: string,
  update: ProfileUpdate,
): Promise<Channel> {
  requireOwnPicture(channelId, update.avatar);
  requireOwnPicture(channelId, update.thumbnail_url);
  const changed = await details.change(channelId, update);
  if (!changed) throw notFound('Channel');
  await Promise.all(changed.dropped.map((url) => discardPicture(channelId, url)));
  return changed.channel;
}
