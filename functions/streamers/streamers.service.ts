import type { Channel, ProfileUpdate } from '../../shared/channels/streamers.ts';
import type { ChannelList, ChannelPage, ChannelsRepository, DetailsRepository } from '../channels/index.ts';
import { requireOwnPicture } from '../pictures/index.ts';
import { notFound } from '../base/errors.ts';

export interface StreamersDeps {
  readonly channels: ChannelsRepository;
}

export interface ProfileDeps {
  readonly details: DetailsRepository;
  /** Deletes a picture that the channel no longer shows, by its address, unless another of its items uses it. */
  readonly discardPicture: (channelId: string, url: string) => Promise<void>;
}

export const listStreamers = (
  { channels }: Pick<StreamersDeps, 'channels'>,
  list: ChannelList,
): Promise<ChannelPage> => channels.list(list);

/** One channel by its username, in any case. Throws `not_found`. */
export async function getStreamer(
  { channels }: Pick<StreamersDeps, 'channels'>,
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
  { details, discardPicture }: ProfileDeps,
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
