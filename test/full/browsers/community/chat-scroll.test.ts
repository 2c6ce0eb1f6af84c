/** A chat that is longer than its box: the scroll position of a reader while others write. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { useWorld } from '#test/support/browser/world.ts';
import type { Person } from '#test/support/site/people.ts';

const world = useWorld();
const WRITERS = 8;
/** Per person: the maximum that one may write in ten seconds. */
const MESSAGES = 9;
let people: readonly Person[];
let page: Page;

beforeAll(async () => {
  const names = Array.from({ length: WRITERS }, (_, n) => `writer_${n}`);
  people = await Promise.all(names.map(world.person));
  ({ page } = await world.visitor());
  await page.goto('/channel/writer_0');
  await page.getByRole('log').getByText('Be the first to say something.').waitFor();
  // Some need one line, some four.
  for (let n = 0; n < MESSAGES; n += 1)
    await Promise.all(
      people.map((author, place) => say(author, `${'hum '.repeat(place * 6)}(${place}.${n})`)),
    );
  for (const place of people.keys()) await line(`(${place}.${MESSAGES - 1})`).waitFor();
});

const say = (author: Person, message: string) => author.call('POST', `/chat/${people[0]!.id}`, { message });
const line = (words: string) => page.getByRole('listitem').filter({ hasText: words });

/** Returns the log's distance from its end in px. */
const fromEnd = () =>
  page.getByRole('log').evaluate((log) => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop));
/** Returns the first completely visible line, and its distance from the upper edge. */
const firstSeen = () =>
  page.getByRole('log').evaluate((log) => {
    const top = log.getBoundingClientRect().top;
    const rows = [...log.querySelectorAll('li')];
    const row = rows.find((row) => row.getBoundingClientRect().top >= top);
    return { words: row?.textContent, px: Math.round((row?.getBoundingClientRect().top ?? 0) - top) };
  });

it('the chat stays at its end and renders all its lines', async () => {
  await expect.poll(fromEnd).toBeLessThanOrEqual(1);
  expect(await page.getByRole('log').getByRole('listitem').count()).toBe(WRITERS * MESSAGES);
  await line('(0.0)').getByText('(0.0)').waitFor();
});

it('the chat keeps the position of a reader who scrolled up while others write', async () => {
  await page.getByRole('log').hover();
  // In several steps, as people do.
  for (let turn = 0; turn < 6; turn += 1) {
    await page.mouse.wheel(0, -400);
    await page.waitForFunction(() => new Promise((drawn) => requestAnimationFrame(() => drawn(true))));
  }
  await expect.poll(fromEnd).toBeGreaterThan(1000);
  let before = await firstSeen();
  // Until the wheel's scrolling has stopped.
  await expect
    .poll(async () => {
      const last = before;
      before = await firstSeen();
      return before.px === last.px && before.words === last.words;
    })
    .toBe(true);
  await say(people[1]!, 'something new');
  await page.getByRole('button', { name: 'New messages' }).waitFor();
  expect(await firstSeen()).toEqual(before);
});

it('the chat returns to its end with one button', async () => {
  await page.getByRole('button', { name: 'New messages' }).click();
  await expect.poll(fromEnd).toBeLessThanOrEqual(1);
  await say(people[2]!, 'and something newer, '.repeat(8));
  await line('and something newer').waitFor();
  await expect.poll(fromEnd).toBeLessThanOrEqual(1);
});
