import { expect, it } from 'vitest';
import { channelFeed } from '#functions/feeds/channel-feed.ts';

const SITE = 'https://fans.example';
const channel = { username: '"<&>', display_name: 'Ada', description: '' } as never;
const video = {
  id: '1',
  title: 'Blades',
  description: '',
  category: '',
  thumbnail_url: '/"&.jpg',
  created_at: '2026-11-20T10:00:00.000Z',
} as never;

it('escapes the addresses of the feed, its pages and its pictures', () => {
  const feed = channelFeed(channel, [video], SITE);
  const url = `${SITE}/channel/&quot;&lt;&amp;&gt;`;
  expect(feed).toContain(`<atom:link rel="self" type="application/rss+xml" href="${url}/feed.xml" />`);
  expect(feed).toContain(`<link>${url}/video/1</link>`);
  expect(feed).toContain(`<media:thumbnail url="${SITE}/%22&amp;.jpg" />`);
});
