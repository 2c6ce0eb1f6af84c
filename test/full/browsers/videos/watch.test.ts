/** The page of a video, names in a chat, and the footer. */
import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { FAILURES_REPORTED_ONE_IN } from '#shared/plain/playback-failures.ts';
import { authRoutes } from '#shared/people/auth.ts';
import type { Video } from '#shared/videos/videos.ts';
import { violations } from '#test/support/browser/accessibility.ts';
import { expectToast, type Visitor } from '#test/support/browser/browser.ts';
import { expectFocused } from '#test/support/browser/keyboard.ts';
import type { Person } from '#test/support/site/people.ts';
import { type Film, FILMS, useFilms } from '#test/support/media/video-files.ts';
import { useFramingPage } from '#test/support/site/framing-page.ts';
import { measuredIn, type MeasuredValue } from '#test/support/site/measured.ts';
import { failing } from '#test/support/site/network.ts';
import { published, untilReady } from '#test/support/site/video-uploads.ts';
import { useWorld } from '#test/support/browser/world.ts';

const SECONDS = 8;
const DESCRIPTION =
  'Parts from https://fans.example/parts?fan=(12)\n0:00 Intro\n0:06 The hum, unlike at 9:59.';
const SOON = { timeout: 60_000, interval: 50 };

const world = useWorld();
const framing = useFramingPage();
const makeFilm = useFilms();
let gale: Person;
let video: Video;
let viewer: Visitor;
let page: Page;

beforeAll(async () => {
  gale = await world.person('GaleForce');
  const film = { ...(FILMS[0] as Film), seconds: SECONDS };
  const path = await makeFilm(film);
  video = await published(world.site, gale, path, 'A desk fan');
  const other = await published(world.site, gale, path, 'Another fan');
  await gale.call('PATCH', `/videos/${video.id}`, { description: DESCRIPTION });
  const calm = await world.person('CalmAir');
  const third = await published(world.site, calm, path, 'A calm one');
  await Promise.all([untilReady(gale, video), untilReady(gale, other), untilReady(calm, third)]);
  viewer = await world.visitor();
  ({ page } = viewer);
});

const address = (search = '') => `/channel/GaleForce/video/${video.id}${search}`;
const player = () => page.locator('[data-player]');
const tag = () => page.locator('[data-player] video');
/** Returns the start of each played range in whole seconds. */
const beginnings = () =>
  tag().evaluate(({ played }: HTMLVideoElement) =>
    Array.from({ length: played.length }, (_, range) => Math.round(played.start(range))),
  );
const volume = () => tag().evaluate((video: HTMLVideoElement) => video.volume);
const scrolled = () => page.evaluate(() => window.scrollY);
/** Inspects something ten animation frames later. */
async function afterFrames<T>(inspect: () => Promise<T>): Promise<T> {
  for (let frame = 0; frame < 10; frame += 1)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  return inspect();
}

/** Opens the video without its stored position, and waits until it plays and can be controlled. */
async function open(search = ''): Promise<void> {
  await page.goto('/favicon.svg');
  await page.evaluate(() => localStorage.removeItem('player.positions'));
  await page.goto(address(search));
  await expect.poll(beginnings, SOON).not.toEqual([]);
  await page.getByRole('button', { name: /^(Unm|M)ute/ }).waitFor({ state: 'attached' });
}

describe('a video’s start', () => {
  it.each([
    ['?t=5', 5],
    ['?t=0m5s', 5],
    ['', 0],
    ['?t=soon', 0],
    ['?t=9m59s', 0],
  ])('from the address "%s" is at %i s', async (search, seconds) => {
    await open(search);
    expect((await beginnings())[0]).toBe(seconds);
    await expect.poll(() => page.getByText('Continued at').count()).toBe(0);
  });

  it('follows a clicked timestamp of the description', async () => {
    await open();
    const before = await page.evaluate(() => history.length);
    await player().evaluate((player) => player.setAttribute('data-same', ''));
    await page.getByRole('link', { name: '0:06', exact: true }).click();
    await expect.poll(beginnings, SOON).toContain(6);
    await expect.poll(() => page.url()).toBe(`${world.site.url}${address('?t=6')}`);
    await expect.poll(() => page.locator('[data-player][data-same]').count()).toBe(1);
    await expect.poll(() => page.evaluate(() => history.length)).toBe(before);
    await page.getByRole('link', { name: '0:00', exact: true }).click();
    await expect
      .poll(() => tag().evaluate((video: HTMLVideoElement) => video.currentTime), SOON)
      .toBeLessThan(5);
    await expect.poll(() => page.getByRole('link', { name: '9:59' }).count()).toBe(0);
  });
});

describe('the seek bar', () => {
  const bar = () => page.getByRole('slider', { name: 'Seek' });
  const pictures = () => bar().locator('[aria-hidden] [style*=background-image]').count();
  const point = async (): Promise<void> => {
    await player().hover();
    await bar().hover();
    await bar().getByText('0:04').waitFor();
  };

  it('shows the picture and time of a position, and the time only before pictures exist', async () => {
    await open();
    await point();
    await expect.poll(pictures, SOON).toBe(1);
    // Like a camera's replay until its ladder is made.
    const one = `**/api/videos/${video.id}`;
    await page.route(one, async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        json: { ...((await response.json()) as Video), storyboard_url: null },
      });
    });
    await open();
    await point();
    await expect.poll(pictures, SOON).toBe(0);
    expect(viewer.complaints).toEqual([]);
    await page.unroute(one);
  });
});

describe('a later player', () => {
  it('has the volume and muting that the viewer chose', async () => {
    await open();
    await player().focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'm']) await page.keyboard.press(key);
    await page.getByRole('link', { name: 'Another fan' }).first().click();
    await page.getByRole('heading', { name: 'Another fan', level: 1 }).waitFor();
    await page.getByRole('button', { name: /^Unmute/ }).waitFor({ state: 'attached' });
    await expect.poll(volume).toBeCloseTo(0.9);
    await page.evaluate(() => localStorage.clear());
  });
});

describe('the mini player', () => {
  const mini = () => page.getByRole('region', { name: 'Mini player' });
  const isPaused = () =>
    mini()
      .locator('video')
      .evaluate(({ paused }: HTMLVideoElement) => paused);
  const browse = () => page.getByRole('link', { name: 'Browse' }).first().click();
  const loop = () => tag().evaluate((video: HTMLVideoElement) => void (video.loop = true));

  it('continues the video on the next screens, and leads back to it', async () => {
    await open('?t=4');
    await browse();
    await expect.poll(isPaused, SOON).toBe(false);
    await expect
      .poll(() =>
        mini()
          .locator('video')
          .evaluate((video: HTMLVideoElement) => video.currentTime),
      )
      .toBeGreaterThan(3);
    expect(await violations(page)).toEqual([]);
    await mini().getByRole('button', { name: 'Pause video' }).click();
    await expect.poll(isPaused).toBe(true);
    await mini().getByRole('button', { name: 'Mute' }).click();
    await mini().getByRole('button', { name: 'Unmute' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('player.muted'))).toBe('true');
    await mini().getByRole('button', { name: 'Unmute' }).click();
    await mini().getByRole('link', { name: 'Back to A desk fan' }).click();
    await page.getByRole('heading', { name: 'A desk fan', level: 1 }).waitFor();
    await expect.poll(() => mini().count()).toBe(0);
    expect(await page.locator('video').count()).toBe(1);
  });

  it('does not appear for a paused video, and is closed by its button', async () => {
    await open();
    await loop();
    await browse();
    await mini().getByRole('button', { name: 'Close the mini player' }).click();
    await expect.poll(() => mini().count()).toBe(0);
    await open();
    await player().focus();
    await page.keyboard.press('k');
    await browse();
    await page.getByRole('heading', { name: 'Browse', level: 1 }).waitFor();
    expect(await mini().count()).toBe(0);
  });
});

describe('theater mode', () => {
  const sidebar = () => page.getByRole('complementary', { name: 'Sidebar' });
  const width = async () => (await player().boundingBox())?.width;

  it('fills the window on the pages of videos, also after a reload, and ends by its button', async () => {
    await open();
    const usual = await width();
    await page.keyboard.press('t');
    await expect.poll(width).toBe(page.viewportSize()?.width);
    await expect.poll(() => sidebar().isVisible()).toBe(false);
    await page.reload();
    await expect.poll(width, SOON).toBe(page.viewportSize()?.width);
    await page.goto('/browse');
    await expect.poll(() => sidebar().isVisible()).toBe(true);
    await open();
    await player().hover();
    await page.getByRole('button', { name: 'Exit theater mode' }).click();
    await expect.poll(width).toBe(usual);
  });
});

describe('the next video', () => {
  it('opens in full screen with the sound of this one', async () => {
    await open();
    await page.getByRole('switch', { name: 'Autoplay next' }).check();
    await player().hover();
    await page.getByRole('button', { name: 'Full screen (f)' }).click();
    const isFull = async () => {
      const { width, height } = page.viewportSize()!;
      const box = await player().boundingBox();
      return box?.width === width && box.height === height;
    };
    await expect.poll(isFull).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('9');
    await page.getByRole('button', { name: 'Play now' }).click(SOON);
    await expect.poll(() => tag().getAttribute('aria-label')).not.toBe('A desk fan');
    await expect.poll(beginnings, SOON).not.toEqual([]);
    expect(await isFull()).toBe(true);
    expect(await volume()).toBeCloseTo(0.95);
    await player().hover();
    await page.getByRole('button', { name: 'Exit full screen (f)' }).click();
    await page.getByRole('heading', { name: 'Another fan', level: 1 }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.evaluate(() => localStorage.clear());
  });
});

describe('the chat of a replay in full screen', () => {
  const chat = () => page.locator('[data-side-chat]');
  const press = async (name: string) => {
    await player().hover();
    await page.getByRole('button', { name, exact: true }).click();
  };
  /** The left and right edges of the player, and of the chat where it is visible. */
  const edges = async () => {
    const visible = (await chat().isVisible()) ? [player(), chat()] : [player()];
    const boxes = await Promise.all(visible.map((one) => one.boundingBox()));
    return boxes.flatMap((box) => (box ? [Math.round(box.x), Math.round(box.x + box.width)] : []));
  };

  it('is beside the player, can be hidden, and stays so', async () => {
    const one = `**/api/videos/${video.id}`;
    await page.route(one, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as Video), kind: 'replay' } });
    });
    const recorded = [{ at_s: 0, time: video.created_at }];
    await page.route(`**/api/replays/${video.id}/chat*`, (route) =>
      route.fulfill({ json: { recorded, messages: [], next: null } }),
    );
    await open();
    const width = page.viewportSize()!.width;
    const columnPx = Math.round(Math.min(Math.max(288, width * 0.26), 352));
    await press('Full screen (f)');
    await expect.poll(edges).toEqual([0, width - columnPx, width - columnPx, width]);
    await press('Hide chat');
    await expect.poll(edges).toEqual([0, width]);
    await press('Exit full screen (f)');
    await chat().waitFor();
    await press('Full screen (f)');
    await expect.poll(edges).toEqual([0, width]);
    await press('Show chat');
    await expect.poll(edges).toEqual([0, width - columnPx, width - columnPx, width]);
    await press('Exit full screen (f)');
    await page.unroute(one);
  });
});

describe('the page of a video', () => {
  it('can be cast to a device, which the controls then control, and continues here afterwards', async () => {
    await page.addInitScript(() => {
      const devices: EventTarget[] = [];
      Object.assign(window, { devices });
      RemotePlayback.prototype.watchAvailability = async function (report) {
        devices.push(this);
        report(true);
        return devices.length;
      };
    });
    await open();
    await page.getByRole('button', { name: 'Cast', exact: true }).waitFor({ state: 'attached' });
    const say = (event: string) =>
      page.evaluate((event) => {
        const { devices } = window as unknown as { readonly devices: readonly EventTarget[] };
        for (const device of devices) device.dispatchEvent(new Event(event));
      }, event);
    await say('connect');
    await page.getByText('Playing on another device').waitFor();
    expect(await tag().evaluate(({ paused }: HTMLVideoElement) => paused)).toBe(true);
    expect(await violations(page)).toEqual([]);
    await say('disconnect');
    await expect.poll(() => tag().evaluate(({ paused }: HTMLVideoElement) => paused)).toBe(false);
  });

  it('turns addresses in the description into links', async () => {
    const link = page.getByRole('link', { name: 'https://fans.example/parts?fan=(12)', exact: true });
    await expect.poll(() => link.getAttribute('href')).toBe('https://fans.example/parts?fan=(12)');
    expect((await link.getAttribute('rel'))?.split(' ')).toEqual(
      expect.arrayContaining(['nofollow', 'noopener', 'ugc']),
    );
  });

  it('shares its address from the start or a position', async () => {
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Share this video' });
    const link = dialog.getByLabel('Link', { exact: true });
    await expect.poll(() => link.inputValue()).toBe(`${world.site.url}${address()}`);
    await dialog.getByLabel('Minutes and seconds').fill('0:05');
    await expect.poll(() => link.inputValue()).toBe(`${world.site.url}${address('?t=5')}`);
    await dialog.getByLabel('Minutes and seconds').fill('later');
    await dialog.getByText('No such time in the video.').waitFor();
    await expect.poll(() => link.inputValue()).toBe(`${world.site.url}${address()}`);
    await dialog.getByLabel('Minutes and seconds').fill('0:05');
    const code = dialog.getByRole('textbox', { name: 'Embed' });
    await expect
      .poll(() => code.inputValue())
      .toContain(`src="${world.site.url}/embed/video/${video.id}?start=5" title="A desk fan"`);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await expectToast(page, 'Copied!');
    await expect.poll(() => dialog.count()).toBe(0);
  });

  it('lists the next videos, below it on a phone', async () => {
    const place = async () => {
      const next = await page.getByRole('region', { name: 'Next videos' }).boundingBox();
      const visible = await player().boundingBox();
      if (!next || !visible) return null;
      return next.x >= visible.x + visible.width
        ? 'beside'
        : next.y >= visible.y + visible.height
          ? 'below'
          : 'over';
    };
    await expect.poll(place, SOON).toBe('beside');
    const titles = page.getByRole('region', { name: 'Next videos' }).getByRole('heading', { level: 3 });
    // The channel's own come first.
    await expect.poll(() => titles.allTextContents(), SOON).toEqual(['Another fan', 'A calm one']);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(place, SOON).toBe('below');
    await page.setViewportSize({ width: 1280, height: 500 });
  });

  it('shows its owner what others cannot see', async () => {
    const { page } = await world.visitor(gale);
    await page.goto(address());
    await page.getByText('Your video', { exact: true }).waitFor();
    await page.context().close();
    await expect.poll(() => viewer.page.getByText('Your video', { exact: true }).count()).toBe(0);
  });
});

describe('the player’s keys', () => {
  it('up and down scroll the page, and change the volume after a click on the player', async () => {
    await open();
    await page.keyboard.press('ArrowDown');
    await expect.poll(scrolled, SOON).toBeGreaterThan(0);
    await expect.poll(() => volume()).toBe(1);

    // The key scrolls smoothly for a while.
    await expect.poll(async () => (await scrolled()) === (await afterFrames(scrolled)), SOON).toBe(true);
    await page.evaluate(() => window.scrollTo(0, 0));
    await player().click({ position: { x: 20, y: 20 } });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expect.poll(async () => Math.round((await volume()) * 100), SOON).toBe(95);
    await expect.poll(() => scrolled()).toBe(0);
  });

  it('are listed by "?", which keeps the focus', async () => {
    await page.getByRole('button', { name: /^Mute/ }).focus();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('Louder').waitFor();
    await dialog.getByText('Faster').waitFor();
    expect(await violations(page)).toEqual([]);
    // The player ignores keys meanwhile.
    await page.keyboard.press('m');
    await expect.poll(() => tag().evaluate((video: HTMLVideoElement) => video.muted)).toBe(false);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expectFocused(page, 'button', /^Mute/);
  });
});

describe('a name in the chat', () => {
  it('links to its channel by mouse and arrow keys, and the streamer’s is marked', async () => {
    const fanny = await world.person('FannyFan');
    await fanny.call('POST', `/chat/${gale.id}`, { message: 'Which bearings?' });
    await gale.call('POST', `/chat/${gale.id}`, { message: 'Brass.' });
    await page.goto('/channel/GaleForce');
    const log = page.getByRole('log');
    const line = (text: string) => log.getByRole('listitem').filter({ hasText: text });
    await line('Brass.').getByText('Streamer', { exact: true }).waitFor();
    await expect.poll(() => line('Which bearings?').getByText('Streamer', { exact: true }).count()).toBe(0);
    await log.focus();
    await page.keyboard.press('ArrowLeft');
    await expectFocused(page, 'link', 'GaleForce');
    await page.keyboard.press('ArrowLeft');
    await expectFocused(page, 'link', 'FannyFan');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/channel/FannyFan');
  });
});

/** Corrupts the encoded data of a segment, but not its container. */
async function breakSegment(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = await response.body();
  for (let at = 0; at < body.length; at += 188) body.fill(0xa5, at + 60, at + 180);
  await route.fulfill({ response, body });
}

describe('a failing video', () => {
  it('continues after a segment that cannot be decoded', async () => {
    const { page } = await world.visitor();
    await page.route(/2\.ts$/, breakSegment);
    await page.goto(address());
    const video = page.locator('[data-player] video');
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.ended), SOON).toBe(true);
    const leftS = await video.evaluate((one: HTMLVideoElement) => one.duration - one.currentTime);
    expect(leftS).toBeLessThan(0.5);
    await page.context().close();
  });

  it('shows an error when no segment can be decoded', async () => {
    const { page } = await world.visitor();
    await page.route(/\.ts$/, breakSegment);
    await page.goto(address());
    await page.getByText('The video will resume automatically.').waitFor(SOON);
    expect(await page.locator('[data-player]').getAttribute('data-state')).toBe('reconnecting');
    await page.context().close();
  });

  it('is reported by one page in ten without its viewer', async () => {
    const failed = await world.visitor();
    // This page is one of those.
    await failed.page.addInitScript(() => (Math.random = () => 0.05));
    await failing(failed.page, '**/*.m3u8', 503);
    const reported = failed.page.waitForResponse('**/api/playback/failures', SOON);
    await failed.page.goto(address());
    await failed.page.getByText('The video will resume automatically.').waitFor(SOON);
    const request = (await reported).request();
    expect(await request.headerValue('authorization')).toBeNull();
    const failure = { kind: 'network', watched: 'video', engine: 'mse' };
    expect(request.postDataJSON()).toEqual(failure);
    const measured = () => measuredIn(world.dataDir, 'community', 'PlaybackFailures');
    await expect.poll(() => measured().length, SOON).toBeGreaterThan(0);
    const { value, part, line } = measured().at(-1) as MeasuredValue;
    expect([value, part, line['playback']]).toEqual([FAILURES_REPORTED_ONE_IN, 'network', failure]);
    expect(line['caller']).toBeUndefined();
    await failed.page.context().close();
  });
});

describe('the footer', () => {
  const footer = () => page.getByRole('contentinfo');

  it('links to About', async () => {
    await page.goto('/');
    await footer().getByRole('link', { name: 'About' }).click();
    await page.getByRole('heading', { name: 'About Fanfare', level: 1 }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('links to the API reference, whose code only it loads', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    const isLoaded = () =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/api-reference-')),
      );
    expect(await isLoaded()).toBe(false);
    await footer().getByRole('link', { name: 'API' }).click();
    await page.getByRole('heading', { name: 'The Fanfare API', level: 1 }).waitFor();
    await page.getByText(authRoutes['POST /auth/login'].summary).click(SOON);
    await page.getByText('Request body').waitFor();
    await expect.poll(isLoaded).toBe(true);
    expect(new Set(asked)).toEqual(new Set([world.site.url]));
  });

  it('links to the licences of all components', async () => {
    await footer().getByRole('link', { name: 'Licenses' }).click();
    await page.getByRole('heading', { name: 'Licenses', level: 1 }).waitFor();
    await page.getByText('© Fanfare. All rights reserved.').waitFor();
    const react = page.getByRole('group').filter({ hasText: /^react \d/ });
    await react.getByText(/^react \d/).click();
    await react.getByText('Permission is hereby granted, free of charge').waitFor();
    const within = page.getByRole('group').filter({ hasText: 'within swagger-ui-dist' });
    await expect
      .poll(() => within.innerText())
      .toMatch(/^within swagger-ui-dist \d+\.\d+\.\d+\s+MIT, Apache-2\.0, /);
    expect(await violations(page)).toEqual([]);
  });

  it('nothing violated the Content-Security-Policy', () => {
    expect(viewer.complaints).toEqual([]);
  });
});

describe('an embedded player', () => {
  const frame = () => page.frameLocator('iframe');
  const framed = (path: string) => page.goto(framing(world.site.url + path));
  const inFrame = () => frame().locator('video');
  const timeS = () => inFrame().evaluate((video: HTMLVideoElement) => video.currentTime);

  beforeAll(async () => {
    ({ page } = await world.visitor(gale));
  });

  it('plays a video from the address’s time and links to its page', async () => {
    await framed(`/embed/video/${video.id}?start=3&mute=1&autoplay=1`);
    await expect.poll(timeS).toBeGreaterThan(3.5);
    expect(await inFrame().evaluate((video: HTMLVideoElement) => video.muted)).toBe(true);
    const link = frame().getByRole('link', { name: 'Watch on Fanfare: A desk fan' });
    expect(await link.getAttribute('href')).toBe(`/channel/GaleForce/video/${video.id}`);
    expect(await link.getAttribute('target')).toBe('_blank');
  });

  it('loads only a picture before a click', async () => {
    await framed(`/embed/video/${video.id}`);
    const play = frame().getByRole('button', { name: 'Play A desk fan' });
    await play.waitFor();
    expect(await inFrame().count()).toBe(0);
    await play.click();
    await expect.poll(timeS).toBeGreaterThan(0);
  });

  it('works in a sandboxed frame, whose origin has no storage', async () => {
    const sandboxed = (path: string) =>
      page.goto(framing(world.site.url + path, undefined, undefined, 'allow-scripts'));
    await sandboxed(`/embed/video/${video.id}?mute=1&autoplay=1`);
    await expect.poll(timeS).toBeGreaterThan(0.5);
    await sandboxed('/embed/GaleForce');
    await frame().getByText('GaleForce is offline').waitFor();
  });

  it('shows that a channel is offline or unknown', async () => {
    await framed('/embed/GaleForce?autoplay=1');
    await frame().getByText('GaleForce is offline').waitFor();
    await framed('/embed/nobody_here');
    await frame().getByRole('heading', { name: 'Channel not found' }).waitFor();
    expect((await fetch(`${world.site.url}/embed/nobody_here`)).status).toBe(404);
  });

  it('passes axe with a picture, playing, offline and missing', async () => {
    const visible = {
      [`/embed/video/${video.id}`]: 'button',
      [`/embed/video/${video.id}?autoplay=1`]: '[data-player] button',
      '/embed/GaleForce': '[role=status]:has-text("offline")',
      '/embed/nobody_here': 'h1:has-text("not found")',
    };
    // axe does not inspect the frame of another site.
    for (const [path, part] of Object.entries(visible)) {
      await page.goto(path);
      await page.locator(part).first().waitFor({ state: 'attached' });
      expect([path, await violations(page)]).toEqual([path, []]);
    }
  });

  it('is the only thing that may be framed', async () => {
    const paths = ['/', '/channel/GaleForce', `/channel/GaleForce/video/${video.id}`, '/login'];
    for (const path of paths) {
      const refused = page.waitForEvent('console', (message) => message.type() === 'error');
      await framed(path);
      expect((await refused).text()).toContain('frame-ancestors');
    }
  });
});
