import type { Channel } from '../../shared/streamers.ts';

/** How a wish to follow ended; `followed` also when it was so before. */
export type FollowOutcome = 'followed' | 'no channel' | 'too many';

export interface FollowsRepository {
  isFollowing(followerId: string, channelId: string): Promise<boolean>;
  follow(followerId: string, channelId: string, nowMs: number): Promise<FollowOutcome>;
  /** False when there is no such channel. */
  unfollow(followerId: string, channelId: string): Promise<boolean>;
  /** The channels that a person follows, in no order. */
  listChannels(followerId: string): Promise<Channel[]>;
}

export interface FollowsPorts {
  readonly follows: FollowsRepository;
  readonly clock: () => number;
}
