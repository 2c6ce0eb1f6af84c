import type { Channel, ProfileUpdate } from '../../shared/streamers.ts';
import type { ChannelList, ChannelPage, ChannelsRepository } from '../channels/channels.repository.ts';
import type { DetailsRepository } from '../channels/details.repository.ts';
import { requireOwnPicture } from '../channels/own-picture.ts';
import { notFound } from '../errors.ts';

export interface StreamersPorts {
  readonly channels: ChannelsRepository;
  readonly details: DetailsRepository;
}

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

/** Changes what stands on the caller's own channel. Throws `forbidden` for pictures of others, `not_found`. */
export async function updateProfile(
  { details }: Pick<StreamersPorts, 'details'>,
  channelId: string,
  update: ProfileUpdate,
): Promise<Channel> {
  requireOwnPicture(channelId, update.avatar);
  requireOwnPicture(channelId, update.thumbnail_url);
  const channel = await details.change(channelId, update);
  if (!channel) throw notFound('Channel');
  return channel;
}
