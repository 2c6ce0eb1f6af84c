import type { Channel, ProfileUpdate } from '../../shared/channels/streamers.ts';
import type { ChannelsRepository, DetailsRepository } from '../channels/index.ts';
import { requireOwnPicture } from '../pictures/index.ts';
import { requireFound } from '../base/errors.ts';

export interface StreamersDeps {
  readonly channels: ChannelsRepository;
}

export interface ProfileDeps {
  readonly details: DetailsRepository;
  /** Schedules the deletion of a picture by its URL, unless an item of the channel uses it then. */
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
  const discard = (urls: readonly string[]) => Promise.all(urls.map((url) => discardPicture(channelId, url)));
  // Before the change, because a process that dies after it would leave them public. Pictures in use are kept.
  const replaced = await details.replacedBy(channelId, update);
  await discard(replaced);
  const { channel, dropped } = requireFound(await details.change(channelId, update), 'channel');
  // Those of a change that came between.
  await discard(dropped.filter((url) => !replaced.includes(url)));
  return channel;
}
