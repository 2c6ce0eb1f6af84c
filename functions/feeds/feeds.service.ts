import { notFound } from '../base/errors.ts';
import { DAY_MS } from '../../shared/plain/time.ts';
import { channelFeed } from './channel-feed.ts';
import type { FeedsPorts } from './ports.ts';
import { siteSitemap, sitemapIndex, sitemapOf } from './sitemap.ts';

const FEED_VIDEOS = 20;

/** A channel's newest public videos as RSS 2.0. Throws `not_found`. */
export async function feedOf(ports: FeedsPorts, username: string): Promise<string> {
  const channel = await ports.channels.findByUsername(username);
  if (!channel) throw notFound('Channel');
  return channelFeed(channel, await ports.listVideos(channel.id, FEED_VIDEOS), ports.siteUrl);
}

/** The index of sitemaps. */
export async function sitemaps({ found, siteUrl, clock }: FeedsPorts): Promise<string> {
  const nowMs = clock();
  return sitemapIndex(siteUrl, (await found.findFirstMs()) ?? nowMs, nowMs);
}

/** One of them: of the site itself, or of a day. Throws `not_found` for a day that no calendar has. */
export async function sitemap({ found, siteUrl }: FeedsPorts, part: string): Promise<string> {
  if (part === 'site') return siteSitemap(siteUrl);
  const fromMs = Date.parse(part);
  if (Number.isNaN(fromMs)) throw notFound('Sitemap');
  const day = { fromMs, untilMs: fromMs + DAY_MS };
  const [channels, videos] = await Promise.all([found.listChannels(day), found.listVideos(day)]);
  return sitemapOf(siteUrl, [
    ...channels.map(({ username }) => `/channel/${username}`),
    ...videos.map(({ username, id }) => `/channel/${username}/video/${id}`),
  ]);
}
