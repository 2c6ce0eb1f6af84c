/** Windows' contrast themes: edges and states that are visible without the page's own backgrounds. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { onAir } from '#test/support/site/on-air.ts';
import type { Person } from '#test/support/site/people.ts';
import { useWorld } from '#test/support/browser/world.ts';

const world = useWorld();
let guest: Page;
let fan: Page;

beforeAll(async () => {
  const names = ['GaleForce', 'FannyFan'];
  const [gale, fanny] = (await Promise.all(names.map(world.person))) as [Person, Person];
  await onAir(gale, { title: 'Evening breeze', game: 'Ceiling Fans', tags: [] });
  await fanny.call('POST', `/follows/${gale.id}`);
  [guest, fan] = (await Promise.all([undefined, fanny].map((who) => world.visitor(who)))).map(
    ({ page }) => page,
  ) as [Page, Page];
  for (const page of [guest, fan])
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
});

/** Returns invisible elements: buttons without an edge, states without the highlight, and drawn switches. */
const invisible = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('div'));
    probe.style.backgroundColor = 'Highlight';
    const highlight = getComputedStyle(probe).backgroundColor;
    probe.remove();
    const all = (selector: string) =>
      [...document.querySelectorAll(selector)].filter(
        (element) => element.checkVisibility() && !element.closest('[data-player]'),
      );
    const style = (element: Element) => getComputedStyle(element);
    const wrong = {
      edge: all('button, a.forced-colors\\:border').filter((one) => style(one).borderTopWidth === '0px'),
      state: all(
        '[aria-selected=true], [aria-pressed=true], [aria-checked=true]:not(input), [aria-current=page]',
      ).filter((one) => style(one).backgroundColor !== highlight),
      switch: all('[role=switch]').filter((one) => style(one).appearance !== 'auto'),
      progress: all('[role=progressbar] > *, [role=meter] > *').filter(
        (one) => style(one).backgroundColor !== highlight,
      ),
      player: [...document.querySelectorAll('[data-player]')].filter(
        (one) => style(one).getPropertyValue('forced-color-adjust') !== 'none',
      ),
    };
    return Object.entries(wrong).flatMap(([kind, elements]) =>
      elements.map((element) => `${kind}: ${element.outerHTML.slice(0, 200)}`),
    );
  });

const heading = (name: string) => (page: Page) =>
  page.getByRole('heading', { name, exact: true }).first().waitFor();

it.each([
  ['Home', () => guest, '/', heading('Evening breeze')],
  ['Browse', () => guest, '/browse', heading('Evening breeze')],
  ['categories', () => guest, '/browse?tab=categories', heading('Vintage Fans')],
  ['a channel', () => fan, '/channel/GaleForce', heading('Evening breeze')],
  ['fans', () => guest, '/fans', heading('Fans')],
  ['Following', () => fan, '/following', heading('Following')],
  ['Settings', () => fan, '/settings', (page: Page) => page.getByRole('switch').first().waitFor()],
  ['Upload', () => fan, '/upload', heading('Upload Your Fan Video')],
  ['Go Live', () => fan, '/go-live', heading('Stream Your Fan Live')],
  ['Log In', () => guest, '/login', heading('Log In')],
  ['transparency', () => guest, '/transparency', heading('Transparency')],
])('edges and states are visible: %s', async (_, who, path, reach) => {
  const page = who();
  await page.goto(path);
  await reach(page);
  expect(await invisible(page)).toEqual([]);
});

it('pages are printed in dark ink, whichever theme they have', async () => {
  await guest.emulateMedia({ forcedColors: 'none', media: 'print', colorScheme: 'dark' });
  await guest.evaluate(() => localStorage.setItem('theme', 'dark'));
  await guest.goto('/about');
  await heading('About Fanfare')(guest);
  expect(await guest.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
});

it('scrolling elements inside a page do not move it', async () => {
  await fan.goto('/channel/GaleForce');
  const log = fan.getByRole('log');
  await log.waitFor();
  expect(await log.evaluate((element) => getComputedStyle(element).overscrollBehaviorY)).toBe('contain');
});
