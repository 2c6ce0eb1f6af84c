import type { FollowedChannels, FollowStatus } from '#shared/channels/follows.ts';
import { MAX_FOLLOWS } from '#shared/limits.ts';
import { DomainError, notFound } from '#functions/base/errors.ts';
import type { FollowsRepository } from './follows.repository.ts';

export interface FollowsDeps {
  readonly follows: FollowsRepository;
  readonly clock: () => number;
}

/** Idempotent. Throws `conflict` for the caller's own channel and for too many follows, `not_found`. */
export async function follow(
  { follows, clock }: FollowsDeps,
  followerId: string,
  channelId: string,
): Promise<FollowStatus> {
  if (followerId === channelId) throw new DomainError('conflict', 'own_channel');
  const outcome = await follows.follow(followerId, channelId, clock());
  if (outcome === 'no channel') throw notFound('channel');
  if (outcome === 'too many') {
    throw new DomainError('conflict', 'too_many_follows', { max: MAX_FOLLOWS });
  }
  return { isFollowing: true };
}

/** Idempotent. Throws `not_found`. */
export async function unfollow(
  { follows }: FollowsDeps,
  followerId: string,
  channelId: string,
): Promise<FollowStatus> {
  if (!(await follows.unfollow(followerId, channelId))) throw notFound('channel');
  return { isFollowing: false };
}

/** Live channels first, both groups by name. */
export async function followedChannels(
  { follows }: FollowsDeps,
  followerId: string,
): Promise<FollowedChannels> {
  // Created here, because the first one takes some milliseconds, which would slow the start of every Lambda.
  const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
  const followed = await follows.listChannels(followerId);
  const channels = followed.channels.toSorted(
    (a, b) => Number(b.is_live) - Number(a.is_live) || byName.compare(a.display_name, b.display_name),
  );
  return { followedChannels: channels.map(({ id }) => id), channels, bells: followed.bells };
}
