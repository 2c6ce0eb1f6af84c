import { expect, it } from 'vitest';
import { withFirstPlayer } from '#functions/pages/first-player.ts';

const DOCUMENT =
  '<head><!--first-player /first.js--><script type="module" crossorigin src="/app.js"></script></head>' +
  '<div id="root"></div>';
const channel = { is_live: true, video_url: '/live.m3u8', ingest: 'receiving', title: '' };
const page = (more: object) =>
  withFirstPlayer(DOCUMENT, { channel: { ...channel, ...more }, video: null } as never, false);

it('escapes the address of the picture', () => {
  expect(page({ live_thumbnail_url: '/"><b>&.jpg' })).toContain(
    '<video playsinline poster="/&quot;&gt;&lt;b&gt;&amp;.jpg" muted autoplay></video>',
  );
});

it('escapes the content that the application reads', () => {
  const html = page({ title: '</script><script>', live_thumbnail_url: '' });
  const [, json = ''] = /id="page-data" data-page>([^<]*)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json)).toMatchObject({ channel: { title: '</script><script>' } });
});

it('requests the playlist of a video beside the scripts, as hls.js does, and no live one, which changes', () => {
  const video = { status: 'ready', playback_url: '/videos/1/"video.m3u8' };
  const html = withFirstPlayer(DOCUMENT, { channel, video } as never, true);
  expect(html).toContain('<link rel="preload" as="fetch" crossorigin href="/videos/1/&quot;video.m3u8" />');
  expect(page({ live_thumbnail_url: '' })).not.toContain('as="fetch"');
});
