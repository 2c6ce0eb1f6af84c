import type { Channel, ProfileUpdate } from '#shared/channels/streamers.ts';
import type { ChannelsRepository, DetailsRepository } from '#functions/channels/index.ts';
import { requireOwnPicture } from '#functions/pictures/index.ts';
import { requireFound } from '#functions/base/errors.ts';

export interface StreamersDeps {
  readonly channels: ChannelsRepository;
}

export interface ProfileDeps {
  /** Schedules the deletion of pictures that the channel no longer shows. */
  readonly details: DetailsRepository;
}

/** Takes a username in any case. Throws `not_found`. */
export async function getStreamer({ channels }: StreamersDeps, username: string): Promise<Channel> {
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
