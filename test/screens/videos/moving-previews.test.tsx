/** The pictures of cards that move while a mouse or the focus is on them. */
import { screen } from '@testing-library/dom';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { aVideo } from '#test/support/api/table/seed-videos.ts';
import { aChannel, openScreen } from '#test/support/browser/screen.tsx';

const STORYBOARD = '/media/videos/x/storyboard.vtt';
const SHOTS = ['https://fans.example/1.jpg', 'https://fans.example/2.jpg'];
const LIVE = ['/media/live/picture-000000.jpg', '/media/live/picture-000010.jpg'];
const GALE = aChannel({ title: 'Evening breeze', live_thumbnail_url: LIVE[1]! });
const video = {
  ...aVideo(GALE, { title: 'A desk fan', status: 'ready', storyboard_url: STORYBOARD }),
  display_name: 'Gale Force',
};

/** What the page has loaded: pictures and storyboards. */
const loaded: string[] = [];
const savings = vi.hoisted(() => ({ saveData: false, reads: 0 }));

// The tests' browser has a data saver, so that it loads nothing in advance.
vi.mock(import('#web/lib/loading/when-idle.ts'), async (original) => ({
  ...(await original()),
  savesData: () => {
    savings.reads += 1;
    return savings.saveData;
  },
}));

beforeEach(() => {
  loaded.length = 0;
  Object.assign(savings, { saveData: false, reads: 0 });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
});

class LoadedImage extends EventTarget {
  set src(url: string) {
    loaded.push(url);
    queueMicrotask(() => this.dispatchEvent(new Event('load')));
  }
}

async function openHome() {
  const page = await openScreen('/', {
    answers: { 'GET /streamers': [GALE], 'GET /videos/latest': [video] },
  });
  const { fetch } = page.api;
  vi.stubGlobal('Image', LoadedImage);
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    if (!String(input).endsWith('.vtt')) return fetch(input, init);
    loaded.push(STORYBOARD);
    const cues = SHOTS.map((url, at) => `00:0${at}.000 --> 00:0${at + 1}.000\n${url}`);
    const response = new Response(`WEBVTT\n\n${cues.join('\n\n')}\n`);
    return Object.defineProperty(response, 'url', { value: 'https://fans.example/storyboard.vtt' });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return page;
}

const moving = () => document.querySelector<HTMLImageElement>('[data-moving]');
const card = (name: RegExp) => screen.findByRole('link', { name });

it.each([
  ['a video', /A desk fan/, [STORYBOARD, ...SHOTS], SHOTS],
  ['a live channel', /Evening breeze/, LIVE, LIVE],
])(
  'the picture of %s moves under a mouse, and loads nothing before',
  async (_what, name, files, pictures) => {
    const page = await openHome();
    const link = await card(name);
    expect(loaded).toEqual([]);
    await page.user.hover(link);
    await expect.poll(() => moving()?.getAttribute('src')).toBe(pictures[0]);
    expect(loaded).toEqual(files);
    await vi.advanceTimersByTimeAsync(700);
    await expect.poll(() => moving()?.getAttribute('src')).toBe(pictures[1]);
    await vi.advanceTimersByTimeAsync(700);
    await expect.poll(() => moving()?.getAttribute('src')).toBe(pictures[0]);
    // A press focuses the link. Browsers send no click if the pressed element disappears.
    const matches = link.matches.bind(link);
    vi.spyOn(link, 'matches').mockImplementation((query) => query !== ':focus-visible' && matches(query));
    await page.user.pointer({ keys: '[MouseLeft>]', target: link });
    await vi.advanceTimersByTimeAsync(700);
    expect(document.activeElement).toBe(link);
    expect(moving()).not.toBeNull();
    await page.user.unhover(link);
    await expect.poll(moving).toBeNull();
  },
);

it('the picture of a video moves under the keyboard’s focus', async () => {
  await openHome();
  const link = await card(/A desk fan/);
  vi.spyOn(link, 'matches').mockReturnValue(true);
  link.focus();
  await expect.poll(() => moving()?.getAttribute('src')).toBe(SHOTS[0]);
  link.blur();
  await expect.poll(moving).toBeNull();
});

it.each(['touch', 'reduced motion', 'data saving'])('nothing is loaded by hovering with %s', async (what) => {
  savings.saveData = what === 'data saving';
  const page = await openHome();
  const link = await card(/A desk fan/);
  if (what === 'reduced motion') {
    const match = window.matchMedia.bind(window);
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      match(query.includes('reduced-motion') ? 'all' : query),
    );
  }
  if (what === 'touch') await page.user.pointer({ keys: '[TouchA>]', target: link });
  else await page.user.hover(link);
  await expect.poll(() => savings.reads).toBe(what === 'touch' ? 0 : 1);
  // What a mouse on another card loads comes after it.
  savings.saveData = false;
  vi.restoreAllMocks();
  await page.user.hover(await card(/Evening breeze/));
  await expect.poll(moving).not.toBeNull();
  expect(loaded).toEqual(LIVE);
});
