/** Captions in a browser: displayed by the player, and parsed by the browser itself. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type HlsPlayer from 'hls.js';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeCaptions } from '#shared/plain/captions/decode-captions.ts';
import { parseCaptions } from '#shared/plain/captions/parse-captions.ts';
import { writeCaptions } from '#shared/plain/captions/write-captions.ts';
import type { Clip } from '#shared/videos/clips.ts';
import type { Video } from '#shared/videos/videos.ts';
import { violations } from '#test/support/browser/accessibility.ts';
import { SMALL_VIEWPORT } from '#test/support/browser/browser.ts';
import { press, useFirefox } from '#test/support/browser/firefox.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { captionFiles, DURATION_MS } from '#test/support/captions/caption-files.ts';
import { type Film, FILMS, useFilms } from '#test/support/media/video-files.ts';
import type { Person } from '#test/support/site/people.ts';
import { published, untilReady } from '#test/support/site/video-uploads.ts';

const SOON = { timeout: 30_000, interval: 50 };
const ENGLISH = '1\n00:00,000 --> 00:08,000\nA <i>quiet</i> bladeless fan\n';
const FRENCH = '1\n00:00,000 --> 00:04,000\nLe début\n\n2\n00:04,000 --> 00:08,000\nLa fin\n';
const ARABIC = '1\n00:00,000 --> 00:08,000\nمروحة هادئة!\n';

const world = useWorld();
const firefox = useFirefox(world);
const makeFilm = useFilms();
let gale: Person;
let video: Video;
let page: Page;

beforeAll(async () => {
  gale = await world.person('GaleForce');
  const path = await makeFilm({ ...(FILMS[0] as Film), seconds: 8 });
  video = await published(world.site, gale, path, 'A desk fan');
  await untilReady(gale, video);
  await gale.call('PUT', `/videos/${video.id}/captions/en`, { label: 'English', text: ENGLISH });
  await gale.call('PUT', `/videos/${video.id}/captions/ar`, { label: 'العربية', text: ARABIC });
  await gale.call('PUT', `/videos/${video.id}/captions/fr`, { label: 'Français', text: FRENCH });
  ({ page } = await world.visitor());
});

const open = async (): Promise<void> => {
  await page.goto(`/channel/GaleForce/video/${video.id}?t=0`);
  await menuButton().waitFor({ state: 'attached', timeout: 60_000 });
};
const menuButton = () => page.getByRole('button', { name: 'Captions (c)' });
const cues = () => page.locator('[data-cues]');
const choose = async (name: string): Promise<void> => {
  await page.locator('[data-player]').hover();
  await menuButton().click();
  await page.getByRole('menuitemradio', { name, exact: true }).click();
};
/** From the owner's menu. */
const openCaptions = async (owner: Page): Promise<void> => {
  await owner
    .getByRole('button', { name: /^More.*A desk fan/ })
    .first()
    .click();
  await owner.getByRole('menuitem', { name: 'Captions' }).click();
};
const fontSize = () =>
  cues()
    .locator('p')
    .first()
    .evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize));

describe('captions', () => {
  it('are off at first, turned on by a key, and remembered', async () => {
    await open();
    expect(await cues().count()).toBe(0);
    await page.keyboard.press('c');
    await expect.poll(() => cues().innerText(), SOON).toContain('A quiet bladeless fan');
    await expect.poll(() => cues().locator('i').innerText(), SOON).toBe('quiet');
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Captions on or off').waitFor();
    await page.reload();
    await expect.poll(() => cues().innerText(), SOON).toContain('A quiet bladeless fan');
  });

  it('are chosen by language, size and background', async () => {
    await open();
    await choose('العربية');
    await expect.poll(() => cues().innerText(), SOON).toContain('مروحة هادئة!');
    const before = await fontSize();
    await choose('Very large');
    await expect.poll(fontSize, SOON).toBeCloseTo(before * 2, 0);
    await choose('Solid');
    await page.setViewportSize(SMALL_VIEWPORT);
    await expect.poll(fontSize, SOON).toBeGreaterThan(20);
    expect(await violations(page)).toEqual([]);
    await choose('Off');
    await expect.poll(() => cues().count()).toBe(0);
  });
});

it('are those of a clip, too', async () => {
  const body = { kind: 'video', id: video.id, from_ms: 3000, until_ms: 8000, title: 'The end' };
  const clip = (await gale.call('POST', '/clips', body)) as Clip;
  await page.goto(`/clip/${clip.id}`);
  await menuButton().waitFor({ state: 'attached', timeout: 60_000 });
  await choose('Français');
  for (const [positionS, text] of [
    [4.5, 'La fin'],
    [3.5, 'Le début'],
  ] as const) {
    await page.locator('[data-player] video').evaluate(
      (video: HTMLVideoElement, atS) => {
        video.pause();
        video.currentTime = atS;
      },
      positionS - 3 + clip.start_s,
    );
    await expect.poll(() => cues().innerText(), SOON).toBe(text);
  }
});

it('are shown by Firefox at their time', async () => {
  const { page, complaints } = await firefox();
  await page.goto(`${world.site.url}/channel/GaleForce/video/${video.id}?t=0`);
  await press(page, 'Captions (c)');
  await page.locator('::-p-aria([name="Français"][role="menuitemradio"])').click();
  const cuesAt = async (timeS: number, text: string) => {
    await page.$eval(
      '[data-player] video',
      (video, timeS) => {
        video.pause();
        video.currentTime = timeS;
      },
      timeS,
    );
    await expect.poll(() => page.$eval('[data-cues]', (cues) => cues.textContent), SOON).toBe(text);
  };
  await cuesAt(6, 'La fin');
  await cuesAt(2, 'Le début');
  expect(complaints).toEqual([]);
});

describe('the transcript', () => {
  it('is searched, and seeks by a click', async () => {
    const line = (at: number) => `00:0${at},000 --> 00:0${at === 5 ? 8 : at + 1},000\nLine ${at}\n`;
    const lines = Array.from({ length: 6 }, (_, at) => line(at));
    await gale.call('PUT', `/videos/${video.id}/captions/en`, { label: 'English', text: lines.join('\n') });
    await page.goto('about:blank');
    await open();
    await page.getByRole('button', { name: 'Show transcript' }).click();
    const section = page.getByRole('region', { name: 'Transcript' });
    await section.getByLabel('Search the transcript').fill('line 5');
    await section.getByText('1 match').waitFor();
    await section.getByRole('button', { name: /Line 5/ }).click();
    await expect.poll(() => page.url()).toMatch(/\?t=5$/);
    await expect.poll(() => section.locator('[aria-current]').textContent(), SOON).toContain('Line 5');
    await section.getByLabel('Search the transcript').fill('');
    expect(await violations(page)).toEqual([]);
  });
});

describe('the playlist with captions', () => {
  it('gives other players the captions at their time', async () => {
    const hls = readFileSync(createRequire(import.meta.url).resolve('hls.js/dist/hls.min.js'), 'utf8');
    await page.goto('/about');
    await page.evaluate(hls);
    const { captioned_url: url } = (await gale.call('GET', `/videos/${video.id}`)) as Video;
    const cues = await page.evaluate(async (url) => {
      const { Hls } = window as unknown as { readonly Hls: typeof HlsPlayer };
      const element = document.body.appendChild(document.createElement('video'));
      const player = new Hls({ enableWorker: false });
      const parsed = new Promise((resolve) => player.on(Hls.Events.SUBTITLE_FRAG_PROCESSED, resolve));
      player.once(Hls.Events.FRAG_BUFFERED, () => {
        player.subtitleTrack = player.subtitleTracks.findIndex(({ lang }) => lang === 'fr');
      });
      player.loadSource(url);
      player.attachMedia(element);
      await parsed;
      const { cues } = [...element.textTracks].find(({ language }) => language === 'fr')!;
      return [...(cues as Iterable<VTTCue>)].map(({ startTime, endTime, text }) => ({
        startTime,
        endTime,
        text,
      }));
    }, url!);
    // hls.js counts from the first picture's decoding time.
    const near = (timeS: number): number => expect.closeTo(timeS, 0) as number;
    expect(cues).toEqual([
      { startTime: near(0), endTime: near(4), text: 'Le début' },
      { startTime: near(4), endTime: near(8), text: 'La fin' },
    ]);
  });

  it('is what other devices play', async () => {
    await page.addInitScript(() => {
      const { prototype } = HTMLMediaElement;
      const { get } = Object.getOwnPropertyDescriptor(prototype, 'remote')!;
      const cast: string[] = [];
      Object.assign(window, { cast });
      Object.defineProperty(prototype, 'remote', {
        get(this: HTMLMediaElement) {
          cast.push(this.src);
          return get!.call(this) as RemotePlayback;
        },
      });
    });
    await open();
    const cast = () => page.evaluate(() => (window as unknown as { readonly cast: readonly string[] }).cast);
    await expect.poll(cast, SOON).toContain(`${world.site.url}/api/videos/${video.id}/captioned.m3u8`);
  });
});

describe('the editor', () => {
  it('writes captions in a new language next to the picture, which viewers see at their times', async () => {
    const owner = (await world.visitor(gale)).page;
    await owner.goto(`/channel/GaleForce/video/${video.id}`);
    await openCaptions(owner);
    await owner.getByLabel('Language of the captions').selectOption('es');
    await owner.getByRole('button', { name: 'Write captions' }).click();
    await owner.getByRole('heading', { name: 'Captions: Español' }).waitFor();
    await owner.locator('[data-player][data-state=ready]').waitFor({ timeout: 60_000 });
    const seek = (seconds: number) =>
      owner.locator('[data-player] video').evaluate(async (player: HTMLVideoElement, seconds) => {
        const seeked = new Promise((resolve) => player.addEventListener('seeked', resolve, { once: true }));
        player.currentTime = seconds;
        await seeked;
      }, seconds);
    const caption = () => owner.locator('[data-cues]').innerText();
    await seek(4);
    await owner.getByRole('button', { name: 'Add caption' }).click();
    await owner.keyboard.type('<i>Gira</i>');
    await expect.poll(() => owner.locator('[data-cues] i').innerText(), SOON).toBe('Gira');
    await seek(1);
    await expect.poll(caption, SOON).toBe('');
    await owner.keyboard.press('Control+Enter');
    await owner.keyboard.type('Un ventilador');
    await expect.poll(caption, SOON).toBe('Un ventilador');
    expect(await violations(owner)).toEqual([]);
    await owner.getByRole('button', { name: 'Save changes' }).click();
    await owner.getByText('Captions saved: Español', { exact: true }).waitFor();

    await page.goto(`/channel/GaleForce/video/${video.id}?t=1`);
    await menuButton().waitFor({ state: 'attached', timeout: 60_000 });
    const player = page.locator('[data-player] video');
    await player.evaluate((player: HTMLVideoElement) => {
      player.pause();
      player.currentTime = 1.5;
    });
    await choose('Español');
    await expect.poll(() => cues().innerText(), SOON).toBe('Un ventilador');
    await player.evaluate((player: HTMLVideoElement) => {
      player.currentTime = 4.5;
    });
    await expect.poll(() => cues().locator('i').innerText(), SOON).toBe('Gira');
  });
});

it('is valid WebVTT for any file', async () => {
  const accepted = captionFiles.filter(({ expected }) => typeof expected !== 'string');
  const files = accepted.map(({ bytes }) =>
    writeCaptions(parseCaptions(decodeCaptions(bytes), { durationMs: DURATION_MS }).cues),
  );
  const counts = await page.evaluate(
    (files) =>
      Promise.all(
        files.map(async (text) => {
          const track = document.createElement('track');
          track.src = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }));
          track.default = true;
          document.createElement('video').append(track);
          track.track.mode = 'hidden';
          await new Promise((resolve, reject) => {
            track.addEventListener('load', resolve);
            track.addEventListener('error', reject);
          });
          return track.track.cues?.length;
        }),
      ),
    files,
  );
  expect(counts).toEqual(accepted.map(({ expected }) => expected.length));
});
