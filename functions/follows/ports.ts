import type { Following } from '../../shared/channels/follows.ts';
import type { Channel } from '../../shared/channels/streamers.ts';

/** How a wish to follow ended; `followed` also when it was so before. */
export type FollowOutcome = 'followed' | 'no channel' | 'too many';

export interface FollowsRepository {
  find(followerId: string, channelId: string): Promise<Following>;
  follow(followerId: string, channelId: string, nowMs: number): Promise<FollowOutcome>;
  /** False when there is no such channel. */
  unfollow(followerId: string, channelId: string): Promise<boolean>;
  /** The channels that a person follows, in no order, and the ids of those with a bell. */
  listChannels(followerId: string): Promise<{ readonly channels: Channel[]; readonly bells: string[] }>;
}

export interface FollowsPorts {
  readonly follows: FollowsRepository;
  readonly clock: () => number;
}
