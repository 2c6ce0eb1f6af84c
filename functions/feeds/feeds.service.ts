import { notFound, requireFound } from '#functions/base/errors.ts';
import { DAY_MS } from '#shared/plain/time.ts';
import { channelFeed } from './channel-feed.ts';
import type { Video } from '#shared/videos/videos.ts';
import type { ChannelsRepository } from '#functions/channels/index.ts';
import type { SitemapRepository } from './sitemap.repository.ts';
import { siteSitemap, sitemapIndex, sitemapOf } from './sitemap.ts';

export interface FeedsDeps {
  /** The site's address without a slash at the end. */
  readonly siteUrl: string;
  readonly channels: Pick<ChannelsRepository, 'findByUsername'>;
  /** A channel's public videos, the newest first. */
  readonly listVideos: (channelId: string, limit: number) => Promise<readonly Video[]>;
  readonly sitemap: SitemapRepository;
  readonly clock: () => number;
}

const FEED_VIDEOS = 20;

/** A channel's newest public videos as RSS 2.0. Throws `not_found`. */
export async function feedOf(deps: FeedsDeps, username: string): Promise<string> {
  const channel = requireFound(await deps.channels.findByUsername(username), 'channel');
  return channelFeed(channel, await deps.listVideos(channel.id, FEED_VIDEOS), deps.siteUrl);
}

/** The index of sitemaps. */
export async function sitemaps({ sitemap: repository, siteUrl, clock }: FeedsDeps): Promise<string> {
  const nowMs = clock();
  return sitemapIndex(siteUrl, (await repository.findFirstMs()) ?? nowMs, nowMs);
}

/** The sitemap of the site itself, or of a day. Throws `not_found` for an invalid date. */
export async function sitemap({ sitemap: repository, siteUrl }: FeedsDeps, part: string): Promise<string> {
  if (part === 'site') return siteSitemap(siteUrl);
  const fromMs = Date.parse(part);
  if (Number.isNaN(fromMs)) throw notFound('sitemap');
  const day = { fromMs, untilMs: fromMs + DAY_MS };
  const [channels, videos] = await Promise.all([repository.listChannels(day), repository.listVideos(day)]);
  return sitemapOf(siteUrl, [
    ...channels.map(({ username }) => `/channel/${username}`),
    ...videos.map(({ username, id }) => `/channel/${username}/video/${id}`),
  ]);
}
