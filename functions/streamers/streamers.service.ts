import type { Channel, ProfileUpdate } from '../../shared/channels/streamers.ts';
import type { ChannelsRepository, DetailsRepository } from '../channels/index.ts';
import { requireOwnPicture } from '../pictures/index.ts';
import { requireFound } from '../base/errors.ts';

export interface StreamersDeps {
  readonly channels: ChannelsRepository;
}

export interface ProfileDeps {
  readonly details: DetailsRepository;
  /** Deletes a picture by its URL, unless another item of the channel uses it. */
  readonly discardPicture: (channelId: string, url: string) => Promise<void>;
}

/** Takes a username in any case. Throws `not_found`. */
export async function getStreamer({ channels }: StreamersDeps, username: string): Promise<Channel> {
  const channel = requireFound(await channels.findByUsername(username), 'channel');
  return channel;
}

/**
 * Changes the caller's channel, and schedules the deletion of pictures that it no longer shows. Throws `forbidden` for
 * pictures of others, `not_found`.
 */
export async function updateProfile(
  { details, discardPicture }: ProfileDeps,
  channelId: string,
  update: ProfileUpdate,
): Promise<Channel> {
  requireOwnPicture(channelId, update.avatar);
  requireOwnPicture(channelId, update.thumbnail_url);
  const changed = requireFound(await details.change(channelId, update), 'channel');
  await Promise.all(changed.dropped.map((url) => discardPicture(channelId, url)));
  return changed.channel;
}
