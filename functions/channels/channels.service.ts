import type { Channel, ProfileUpdate } from '#shared/channels/channels.ts';
import type { ChannelsRepository, DetailsRepository } from './index.ts';
import { requireOwnPicture } from '#functions/pictures/index.ts';
import { requireFound } from '#functions/base/errors.ts';

export interface ChannelsDeps {
  readonly channels: ChannelsRepository;
}

export interface ProfileDeps {
  /** Schedules the deletion of pictures that the channel no longer shows. */
  readonly details: DetailsRepository;
}

/** Takes a username in any case. Throws `not_found`. */
export async function getChannel({ channels }: ChannelsDeps, username: string): Promise<Channel> {
  const channel = requireFound(await channels.findByUsername(username), 'channel');
  return channel;
}

/** Changes the caller's channel. Throws `forbidden` for pictures of others, `not_found`. */
export async function updateProfile(
  { details }: ProfileDeps,
  channelId: string,
  update: ProfileUpdate,
): Promise<Channel> {
  requireOwnPicture(channelId, update.avatar);
  requireOwnPicture(channelId, update.thumbnail_url);
  return requireFound(await details.change(channelId, update), 'channel');
}
