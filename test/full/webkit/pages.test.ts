/** WebKit: pages, accounts and chat, at the width of a desktop and of a phone. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { button, ENTER, field, until, words } from '#test/support/browser/webkit/page.ts';
import { useWebKit, WIDTHS_PX } from '#test/support/browser/webkit/webkit.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { PASSWORD, type Person } from '#test/support/site/people.ts';
import { onAir } from '#test/support/site/on-air.ts';

const PAGES = ['/', '/browse', '/channel/WebGale', '/login', '/about', '/api-reference'];
const PAGES_SIGNED_IN = [
  '/',
  '/following',
  '/go-live',
  '/go-live-advanced',
  '/captions/WebGale',
  '/upload',
  '/settings',
];

const world = useWorld();
const webkit = useWebKit(world);
const { page } = webkit;
let gale: Person;

beforeAll(async () => {
  gale = await world.person('WebGale');
  await onAir(gale, { title: 'An evening breeze', game: 'Box Fans', tags: [] });
});
afterEach(() => webkit.expectNoErrors());

async function expectFitting(path: string): Promise<void> {
  await page.goto(world.site.url + path);
  await page.find('//h1');
  await until(async () => expect(await page.isThere(words('Loading...'))).toBe(false));
  const overhangPx = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth, null);
  await until(async () => expect([path, await overhangPx()]).toEqual([path, 0]));
}

describe.each(WIDTHS_PX)('at %i px', (widthPx) => {
  beforeAll(() => webkit.open(widthPx));

  it('no page scrolls sideways', async () => {
    for (const path of PAGES) await expectFitting(path);
  });

  it('Home links to a live channel', async () => {
    await page.goto(world.site.url);
    await page.click(`//a${words('An evening breeze')}`);
    await until(async () => expect(new URL(await page.url()).pathname).toBe('/channel/WebGale'));
  });

  it('a new user signs up', async () => {
    const username = `Fan${widthPx}`;
    await page.goto(`${world.site.url}/signup`);
    await page.fill(field('Username'), username);
    await page.fill(field('Email'), `${username}@example.com`);
    await page.fill(field('Password'), PASSWORD);
    await page.fill(field('Confirm Password'), PASSWORD);
    await page.click(button('Sign Up'));
    await page.find(words('Account created!'));
    expect(await page.evaluate(() => localStorage.getItem('currentUser'), null)).toContain(username);
  });

  it('no page of theirs scrolls sideways', async () => {
    for (const path of PAGES_SIGNED_IN) await expectFitting(path);
  });

  it('they chat in a field that grows with its text', async () => {
    const composer = field('Send a message');
    await page.goto(`${world.site.url}/channel/WebGale`);
    await page.find(composer);
    const heightPx = () =>
      page.evaluate(() => document.querySelector('form textarea')!.getBoundingClientRect().height, null);
    const oneLinePx = await heightPx();
    const message = `A breeze at ${widthPx} px, ${'and another, '.repeat(12)}`;
    await page.type(composer, message);
    await until(async () => expect(await heightPx()).toBeGreaterThan(oneLinePx));
    await page.type(composer, ENTER);
    await page.find(`//li${words(`A breeze at ${widthPx} px`)}`);
    await until(async () => expect(await heightPx()).toBe(oneLinePx));
    await gale.call('POST', `/chat/${gale.id}`, { message: `Thanks for ${widthPx} px` });
    await page.find(words(`Thanks for ${widthPx} px`));
    const said = (await gale.call('GET', `/chat/${gale.id}`)) as { readonly message: string }[];
    expect(said.map((one) => one.message)).toContain(message.trim());
  });
});
