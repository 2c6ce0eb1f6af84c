import type { Channel } from '../../shared/channels/streamers.ts';
import type { Video } from '../../shared/videos/videos.ts';
import type { ChannelsRepository } from '../channels/index.ts';

/** What search engines may know of: each method costs the same whatever the number of all. */
export interface SitemapRepository {
  /** When the first of all was made, in ms; `null` where there is none yet. */
  findFirstMs(): Promise<number | null>;
  /** Those whose people came in the time, live now or once before; at most ten thousand. */
  listChannels(time: Time): Promise<readonly Pick<Channel, 'username'>[]>;
  /** Public videos that were made in the time; at most ten thousand. */
  listVideos(time: Time): Promise<readonly Pick<Video, 'id' | 'username'>[]>;
}

/** In ms: from, and before. */
export interface Time {
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface FeedsPorts {
  /** Where the site is, without a slash at the end. */
  readonly siteUrl: string;
  readonly channels: Pick<ChannelsRepository, 'findByUsername'>;
  /** A channel's public videos, the newest first. */
  readonly listVideos: (channelId: string, limit: number) => Promise<readonly Video[]>;
  readonly found: SitemapRepository;
  readonly clock: () => number;
}
