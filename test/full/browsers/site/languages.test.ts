/** Every screen in the pseudo-language, in Arabic and in Japanese, at four widths: nothing cut off or untranslated. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ulid } from 'ulid';
import type { Clip } from '#shared/videos/clips.ts';
import { PSEUDO_LANGUAGE } from '#messages/pseudo.ts';
import { aFanBody } from '#test/support/api/fan-bodies.ts';
import { otherScreens } from '#test/support/browser/other-screens.ts';
import { unfittingTexts, serveBuild, untranslated } from '#test/support/browser/language-walk.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { type Encoder, startEncoder } from '#test/support/media/encoder.ts';
import { type Film, FILMS, useFilms } from '#test/support/media/video-files.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';
import type { Person } from '#test/support/site/people.ts';
import { spokenLanguages } from '#web/lib/i18n/spoken-languages.ts';
import { published, untilReady } from '#test/support/site/video-uploads.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const WIDTHS_PX = [320, 390, 768, 1440];
const run = promisify(execFile);

const world = useWorld();
const makeFilm = useFilms();
let encoder: Encoder;
let build: string;
/** Live, and a moderator of the site. */
let gale: Person;
let fanny: Person;
/** Addresses with ids chosen by the site. */
const made = { video: '', captions: '', clip: '' };

beforeAll(async () => {
  build = newFolder();
  await run('npx', ['vite', 'build', 'web', '--mode', 'pseudo', '--outDir', build, '--emptyOutDir'], {
    cwd: ROOT,
  });
  const calm = await world.person('CalmAir');
  [gale, fanny] = [await world.person('GaleForce'), await world.person('FannyFan')];
  const env = { ...process.env, DATA_DIR: world.dataDir };
  await run('npm', ['run', 'admin', '--silent', '--', 'grant', gale.username], { cwd: ROOT, env });
  const film = await makeFilm({ ...(FILMS[0] as Film), name: 'clipped.mp4', seconds: 7 });
  const video = await published(world.site, gale, film, 'Walnut');
  await untilReady(gale, video);
  const clip = { kind: 'video', id: video.id, from_ms: 0, until_ms: 6000, title: 'Walnut' };
  made.video = `/channel/GaleForce/video/${video.id}`;
  const captions = { label: 'English', text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nWalnut\n' };
  await gale.call('PUT', `/videos/${video.id}/captions/en`, captions);
  made.captions = `/videos/${video.id}/captions/en`;
  made.clip = `/clip/${((await fanny.call('POST', '/clips', clip)) as Clip).id}`;
  await seedSite(calm);
});
afterAll(() => encoder?.stop());

/** A live channel with followers, chat, plans, fans and something reported. */
async function seedSite(calm: Person): Promise<void> {
  const setup = { title: 'Walnut', game: 'Box Fans', tags: ['Walnut'] };
  const { rtmp_url, stream_key } = (await gale.call('POST', '/streaming/start', setup)) as Record<
    string,
    string
  >;
  encoder = startEncoder(`${rtmp_url}${stream_key}`);
  for (const person of [gale, calm])
    await person.call('PUT', '/streamers/profile', { description: 'Walnut', schedule: 'Walnut' });
  await gale.call('PUT', `/schedules/plans/${ulid()}`, {
    title: 'Walnut',
    game: 'Box Fans',
    start_time: '20:00',
    start_date: new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString().slice(0, 10),
    time_zone: 'UTC',
    duration_min: 60,
    repeat: 'weekly',
  });
  for (const model of ['Walnut', 'Walnut Two'])
    await gale.call('PUT', `/fans/${ulid()}`, aFanBody({ model }));
  for (const person of [gale, calm]) await fanny.call('POST', `/follows/${person.id}`);
  await fanny.call('POST', `/chat/${gale.id}`, { message: 'Walnut' });
  await fanny.call('POST', '/reports', { kind: 'profile', id: calm.id, reason: 'spam', words: 'Walnut' });
}

/** As a visitor, as a viewer, as a streamer who moderates the site. */
const LISTED: readonly (readonly [path: string | (() => string), who?: () => Person])[] = [
  ['/'],
  ['/', () => fanny],
  ['/browse'],
  ['/browse?tab=all'],
  ['/browse?tab=categories'],
  ['/browse?tab=videos'],
  ['/category/Box%20Fans'],
  ['/search?q=walnut'],
  ['/search?q=nothing-like-it'],
  ['/following'],
  ['/following', () => fanny],
  ['/channel/GaleForce'],
  ['/channel/GaleForce', () => fanny],
  ['/channel/GaleForce', () => gale],
  ['/channel/CalmAir', () => fanny],
  ['/channel/GaleForce/chat', () => fanny],
  ['/channel/GaleForce/fans'],
  ['/channel/GaleForce/fans', () => gale],
  [() => made.video, () => fanny],
  [() => made.video, () => gale],
  [() => made.captions, () => gale],
  [() => made.clip, () => fanny],
  ['/fans'],
  ['/fans/compare'],
  ['/fans/northwind/walnut'],
  ['/wall'],
  ['/go-live', () => fanny],
  ['/go-live', () => gale],
  ['/go-live-advanced', () => gale],
  ['/go-live-advanced', () => fanny],
  ['/go-live-advanced/dock', () => gale],
  ['/captions/GaleForce'],
  ['/captions/GaleForce', () => fanny],
  ['/captions/GaleForce', () => gale],
  ['/upload', () => fanny],
  ['/settings', () => fanny],
  ['/change-password', () => fanny],
  ['/moderation', () => gale],
  ['/transparency'],
  ['/login'],
  ['/signup'],
  ['/forgot-password'],
  ['/about'],
  ['/licences'],
  ['/api-reference'],
  ['/news/end#nothing'],
  ['/nowhere'],
  ['/embed/GaleForce'],
];

/** A screen that is not in the list, as a viewer. */
const SCREENS = [
  ...LISTED,
  ...otherScreens(LISTED.flatMap(([path]) => (typeof path === 'string' ? [path] : []))).map(
    (path) => [path, () => fanny] as const,
  ),
];

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
  await page.waitForLoadState('networkidle', { timeout: 1_500 }).catch(() => undefined);
}

describe.each([PSEUDO_LANGUAGE, 'ar', 'ja'])('in %s', (language) => {
  it.each(SCREENS.map(([path, who]) => ({ path, who })))('$path', async ({ path, who }) => {
    const { page, complaints } = await world.visitor(who?.(), { locale: language });
    if (language === PSEUDO_LANGUAGE) await serveBuild(page, build);
    const address = typeof path === 'string' ? path : path();
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, address);
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    for (const width of WIDTHS_PX) {
      await page.setViewportSize({ width, height: 900 });
      await page.waitForFunction((px) => innerWidth === px, width);
      await expect.poll(() => unfittingTexts(page), { message: `${width} px` }).toEqual([]);
      const foreign = language === PSEUDO_LANGUAGE ? await untranslated(page, WRITTEN) : [];
      expect(foreign).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });
});

/** Texts written by people, names, units, and `Intl`'s English fallback for an unknown language. */
const WRITTEN_TEXTS =
  /[Ww]alnut( Two)?|\bnode\b|\/api\/openapi\.json|GaleForce|CalmAir|FannyFan(@example\.com)?|Fanfare|Northwind|Shaded pole|nothing-like-it|Lavf[\d.]+|localhost:\d+|\/channel\/|[kM]bit\/s|dB\(A\)|CFM|\bmin\b|\bsec\b|minutes? ago|(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun),|(January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d+|English|Deutsch|Español|Français|API/;

/** `Intl` also names languages in English. */
const LANGUAGE_NAMES = spokenLanguages().map(({ text }) => text);
/** Longer names contain shorter ones. */
const WRITTEN = new RegExp(
  [...LANGUAGE_NAMES.toSorted((a, b) => b.length - a.length), WRITTEN_TEXTS.source].join('|'),
);
