/** WebKit as a viewer: a live broadcast with each of Safari's playback techniques, an upload, and its video. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Video } from '#shared/videos/videos.ts';
import {
  type DirectClient,
  goLiveDirect,
  segmentsOfSmall,
} from '#test/support/api/broadcast/direct-client.ts';
import { onAirS, seekToStart } from '#test/support/browser/live-seek-bar.ts';
import { button, field, until, words } from '#test/support/browser/webkit/page.ts';
import { openWithoutFeatures, PLAYBACK_WAYS } from '#test/support/browser/webkit/playback-ways.ts';
import { useWebKit, type WidthPx, WIDTHS_PX } from '#test/support/browser/webkit/webkit.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { cachedMedia } from '#test/support/media/cached-files.ts';
import { ffmpeg } from '#test/support/media/transcoder-media.ts';
import type { Person } from '#test/support/site/people.ts';
import { published, untilReady } from '#test/support/site/video-uploads.ts';

const LENGTH_S = 600;
const FILM = '-f lavfi -i testsrc2=s=320x180:r=30 -f lavfi -i sine -t 6'.split(' ');
const CODECS = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac'.split(' ');

const world = useWorld();
const webkit = useWebKit(world);
const { page } = webkit;
let gale: Person;
let client: DirectClient;

beforeAll(async () => {
  gale = await world.person('WebGale');
  client = await goLiveDirect({
    url: () => world.site.url,
    person: gale,
    segments: await segmentsOfSmall(LENGTH_S),
  });
});
afterAll(() => client?.end());
afterEach(() => webkit.expectNoErrors());

const player = () =>
  page.evaluate(() => {
    const frame = document.querySelector('[data-player]');
    const video = frame?.querySelector('video');
    const { currentSrc = '', currentTime = 0, videoWidth = 0 } = video ?? {};
    return { state: frame?.getAttribute('data-state'), currentSrc, currentTime, videoWidth };
  }, null);

/** Expects that the video plays and continues. */
async function expectPlaying(source: RegExp): Promise<void> {
  const first = await until(async () => {
    const now = await player();
    expect(now.state).toBe('playing');
    expect(now.videoWidth).toBeGreaterThan(0);
    expect(now.currentSrc).toMatch(source);
    return now;
  });
  await until(async () => expect((await player()).currentTime).toBeGreaterThan(first.currentTime + 2));
}

/** Seeks to the start of the broadcast, and plays from there. */
async function expectRewound(): Promise<void> {
  await until(async () => expect((await onAirS(page)).endS).toBeGreaterThan(20));
  await seekToStart(page);
  const backS = await until(async () => {
    const { atS, endS } = await onAirS(page);
    expect(endS - atS).toBeGreaterThan(12);
    expect((await player()).videoWidth).toBeGreaterThan(0);
    return atS;
  });
  await until(async () => expect((await onAirS(page)).atS).toBeGreaterThan(backS + 2));
  const { atS, endS } = await onAirS(page);
  expect(endS - atS).toBeGreaterThan(10);
}

async function expectLive(widthPx: WidthPx, lacking: readonly string[], source: RegExp): Promise<void> {
  await openWithoutFeatures(world, webkit, { widthPx, lacking, path: '/channel/WebGale' });
  await expectPlaying(source);
  await expectRewound();
  await page.goto(`${world.site.url}/favicon.svg`);
}

async function expectUploaded(widthPx: WidthPx, name: string): Promise<void> {
  const owner = await world.person(`Uploader${widthPx}${name}`);
  await webkit.open(widthPx, owner);
  await page.goto(`${world.site.url}/upload`);
  await page.type('//input[@type="file"]', await cachedMedia(ffmpeg, [...FILM, ...CODECS], '.mp4'));
  await page.click(button('Upload Video'));
  await page.find(words('Upload successful!'));
  await page.fill(field('Title'), 'Blades in slow motion');
  await page.click(`${field('Category')}/option[.="Box Fans"]`);
  await page.click(button('Publish to Channel'));
  await page.find(words('Video published!'));
  const [video] = (await owner.call('GET', `/videos?channel=${owner.id}`)) as [Video];
  await untilReady(owner, video);
  await page.goto(`${world.site.url}/channel/${owner.username}/video/${video.id}`);
  await until(async () => expect((await player()).currentTime).toBeGreaterThan(2));
  await until(async () => expect((await player()).state).toBe('ended'));
}

const FRENCH = '1\n00:00,000 --> 00:03,000\nLe début\n\n2\n00:03,000 --> 00:06,000\nLa fin\n';

/** Waits for the caption at this position. */
async function expectCaption(positionS: number, caption: string): Promise<void> {
  await page.evaluate((positionS) => {
    const video = document.querySelector<HTMLVideoElement>('[data-player] video')!;
    video.pause();
    video.currentTime = positionS;
  }, positionS);
  const cues = () => page.evaluate(() => document.querySelector('[data-cues]')?.textContent, null);
  await until(async () => expect(await cues()).toBe(caption));
}

describe('a video with captions', () => {
  let path: string;
  beforeAll(async () => {
    const owner = await world.person('Captioned');
    const film = await cachedMedia(ffmpeg, [...FILM, ...CODECS], '.mp4');
    const video = await published(world.site, owner, film, 'A fan');
    await untilReady(owner, video);
    await owner.call('PUT', `/videos/${video.id}/captions/fr`, { label: 'Français', text: FRENCH });
    path = `/channel/Captioned/video/${video.id}?t=0`;
  });

  it.each(PLAYBACK_WAYS)('shows them at their time by %s', async (_, lacking, source) => {
    await webkit.withNewIfLost(async () => {
      await openWithoutFeatures(world, webkit, { widthPx: 1280, lacking, path });
      await page.click(button('Captions (c)'));
      await page.click('//*[@role="menuitemradio"][normalize-space()="Français"]');
      await expectCaption(5, 'La fin');
      await expectCaption(1, 'Le début');
      expect((await player()).currentSrc).toMatch(source);
    });
  });
});

describe.each(WIDTHS_PX)('at %i px', (widthPx) => {
  it.each(PLAYBACK_WAYS)('a live broadcast plays by %s', async (_, lacking, source) => {
    await webkit.withNewIfLost(() => expectLive(widthPx, lacking, source));
  });

  it('a video is uploaded, published and played', async () => {
    await webkit.withNewIfLost((name) => expectUploaded(widthPx, name));
  });
});
