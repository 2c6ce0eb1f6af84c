/** The words of specification §2, §8 and §9 around the lists: frame, Home, Browse, cards, Following, grids. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Category } from '../../../../shared/channels/categories.ts';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import { failing, held, patched } from '../../../support/site/network.ts';
import type { Person } from '../../../support/site/people.ts';
import { useWorld } from '../../../support/browser/world.ts';

const world = useWorld();
/** Signed out. */
let guest: Page;
/** Follows GaleForce, who is live, and CalmAir, who is not. */
let fan: Page;
let errors: string[];

beforeAll(async () => {
  const names = ['GaleForce', 'CalmAir', 'FannyFan', 'Whirl', 'Hum', 'Drone'];
  const [gale, calm, fanny] = (await Promise.all(names.map(world.person))) as [Person, Person, Person];
  const tags = ['calm', 'brass', '1962'];
  await gale.call('POST', '/streaming/start', { title: 'Evening breeze', game: 'Ceiling Fans', tags });
  await gale.call('PUT', '/streamers/profile', { display_name: 'Gale Force' });
  await calm.call('PATCH', '/streamers/status', { title: 'Nothing moves', game: 'Box Fans', tags });
  for (const { id } of [gale, calm]) await fanny.call('POST', `/follows/${id}`);
  ({ page: guest } = await world.visitor());
  ({ page: fan } = await world.visitor(fanny));
  errors = [];
  guest.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
});

const path = (page: Page) => new URL(page.url()).pathname;
const main = (page: Page) => page.getByRole('main');
const card = (page: Page, title: string) => main(page).getByRole('link', { name: new RegExp(title) });
const lines = async (page: Page, title: string) => (await card(page, title).innerText()).split(/\s*\n\s*/);
const topBar = (page: Page) => page.getByRole('banner');
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const loading = (page: Page) => main(page).getByText('Loading...', { exact: true });

/** The channels of an answer with these fields in place of what the site knows. */
const withFields =
  (username: string, fields: Partial<Channel>) =>
  (channels: Channel[]): Channel[] =>
    channels.map((channel) => (channel.username === username ? { ...channel, ...fields } : channel));

describe('the top bar', () => {
  // spec: 2.5
  it('has a logo that leads home, and is short on small screens', async () => {
    await guest.goto('/browse');
    const logo = topBar(guest).getByRole('link', { name: 'Fanfare' });
    await expect.poll(() => logo.innerText()).toBe('Fanfare');
    await guest.setViewportSize({ width: 390, height: 800 });
    await expect.poll(() => logo.innerText()).toMatch(/^FF/);
    await expect.poll(() => logo.getByText('Fanfare', { exact: true }).first().isVisible()).toBe(false);
    await logo.click();
    await expect.poll(() => path(guest)).toBe('/');
    await guest.setViewportSize({ width: 1280, height: 800 });
  });

  // spec: 2.6
  it('searches for the trimmed text, encoded as q', async () => {
    const box = topBar(guest).getByPlaceholder('Search...', { exact: true });
    await box.fill('  box & fan?  ');
    await box.press('Enter');
    await guest.getByRole('heading', { name: 'Results for “box & fan?”' }).waitFor();
    await expect.poll(() => guest.url()).toBe(`${world.site.url}/search?q=box%20%26%20fan%3F`);
  });

  // spec: 2.11, 6.3
  it('offers Log In and Sign Up to the signed-out, and nothing of what needs an account', async () => {
    const bar = topBar(guest);
    await expect.poll(() => bar.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe('/login');
    await expect.poll(() => bar.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/signup');
    for (const name of ['Go Live', 'Upload', 'Following']) {
      await expect.poll(() => bar.getByRole('link', { name }).count(), { message: name }).toBe(0);
    }
    await expect.poll(() => bar.getByRole('button', { name: 'Log Out' }).count()).toBe(0);
  });

  // spec: 2.8, 2.9
  it('offers Go Live, Following, the own channel and Log Out to the signed-in', async () => {
    await fan.goto('/');
    const bar = topBar(fan);
    const goLive = bar.getByRole('link', { name: 'Go Live' });
    await expect.poll(() => goLive.innerText()).toBe('Go Live');
    await expect
      .poll(() => bar.getByRole('link', { name: 'Upload', exact: true }).getAttribute('href'))
      .toBe('/upload');
    await expect
      .poll(() => bar.getByRole('link', { name: 'Following' }).getAttribute('href'))
      .toBe('/following');
    await expect.poll(() => bar.getByText('FannyFan', { exact: true }).isVisible()).toBe(true);
    await expect.poll(() => bar.getByRole('button', { name: 'Log Out' }).innerText()).toBe('');
    for (const name of ['Log In', 'Sign Up'])
      await expect.poll(() => bar.getByRole('link', { name }).count()).toBe(0);
    await fan.setViewportSize({ width: 390, height: 800 });
    await expect.poll(() => goLive.innerText(), { message: 'an icon only' }).toBe('');
    await expect.poll(() => goLive.isVisible()).toBe(true);
    await fan.setViewportSize({ width: 1280, height: 800 });
  });

  // spec: 2.1
  it('and the sidebar are missing on /login and /signup', async () => {
    for (const [address, submit] of [
      ['/login', 'Log In'],
      ['/signup', 'Sign Up'],
    ] as const) {
      await guest.goto(address);
      await main(guest).getByRole('button', { name: submit }).waitFor();
      await expect.poll(() => topBar(guest).count()).toBe(0);
      await expect.poll(() => sidebar(guest).count()).toBe(0);
    }
  });
});

describe('the sidebar', () => {
  // spec: 2.2
  it('stands on large screens only', async () => {
    await guest.goto('/');
    await sidebar(guest).waitFor();
    await guest.setViewportSize({ width: 1000, height: 800 });
    await expect.poll(() => sidebar(guest).isVisible()).toBe(false);
    await guest.setViewportSize({ width: 1280, height: 800 });
  });

  // spec: 2.12
  it.each([
    ['Home', '/'],
    ['Browse', '/browse'],
    ['Following', '/following'],
  ])('highlights %s on %s alone', async (name, address) => {
    await guest.goto(address);
    const links = sidebar(guest).getByRole('navigation').getByRole('link');
    await expect.poll(() => links.allInnerTexts()).toEqual(['Home', 'Browse', 'Following']);
    const current = sidebar(guest).locator('[aria-current=page]');
    await expect.poll(() => current.allInnerTexts()).toEqual([name]);
    await expect.poll(() => current.getAttribute('href')).toBe(address);
    const colours = await links.evaluateAll((all) =>
      all.map((link) => getComputedStyle(link).backgroundColor),
    );
    expect(colours.filter((colour) => colour === colours[0]).length).toBe(name === 'Home' ? 1 : 2);
  });

  // spec: 2.14, 6.3, 9.2
  it('recommends the first five channels, and marks who is live', async () => {
    await guest.goto('/');
    const section = sidebar(guest).getByRole('region', { name: 'Recommended Channels' });
    await section.getByRole('link').first().waitFor();
    await expect.poll(() => section.getByRole('link').count()).toBe(5);
    const first = section.getByRole('link').first();
    await expect.poll(() => first.getAttribute('href')).toBe('/channel/GaleForce');
    await expect.poll(() => section.getByTitle('Live').count()).toBe(1);
    await expect.poll(() => first.getByTitle('Live').count()).toBe(1);
    await expect
      .poll(() =>
        sidebar(guest)
          .getByRole('region', { name: /Followed/ })
          .count(),
      )
      .toBe(0);
  });

  // spec: 2.13
  it('lists to the signed-in the followed channels that are live, with picture, name, game and red dot', async () => {
    const section = sidebar(fan).getByRole('region', { name: 'Followed Channels — Live', exact: true });
    await section.getByRole('link').waitFor();
    await expect.poll(() => section.getByRole('link').count()).toBe(1);
    expect((await section.getByRole('link').innerText()).split('\n')).toEqual(
      expect.arrayContaining(['Gale Force', 'Ceiling Fans']),
    );
    const [red = 0, green = 0, blue = 0] = await section
      .getByTitle('Live')
      .evaluate((dot) => (getComputedStyle(dot).backgroundColor.match(/\d+/g) ?? []).map(Number));
    expect(red).toBeGreaterThan(2 * Math.max(green, blue));
  });
});

describe('Home', () => {
  // spec: 2.15
  it('says "Loading..." first, then shows live channels and categories', async () => {
    const release = await held(guest, '**/api/categories');
    await guest.goto('/');
    await loading(guest).waitFor();
    await expect.poll(() => guest.getByRole('heading', { name: 'Live Channels' }).count()).toBe(0);
    await release();
    await card(guest, 'Evening breeze').waitFor();
    await expect
      .poll(() => main(guest).getByRole('heading', { level: 2 }).allInnerTexts())
      .toEqual(['Live Channels', 'Categories']);
    await expect.poll(() => loading(guest).count()).toBe(0);
    const more = main(guest).getByRole('link', { name: 'Show more' });
    await expect
      .poll(() => more.evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
      .toEqual(['/browse', '/browse?tab=categories']);
  });

  it('says in a sentence what Fanfare is, to the signed-out alone', async () => {
    const sentence = 'Live streams, videos and chat for people who love fans: the kind that move air.';
    await guest.goto('/');
    await main(guest).getByText(sentence, { exact: true }).waitFor();
    await fan.goto('/');
    await card(fan, 'Evening breeze').waitFor();
    await expect.poll(() => main(fan).getByText(sentence).count()).toBe(0);
  });

  // spec: 7.4
  it('asks for the live channels by the live flag, and Browse for all without any', async () => {
    const asked: string[] = [];
    guest.on('request', (request) =>
      asked.push(new URL(request.url()).pathname + new URL(request.url()).search),
    );
    await guest.goto('/');
    await card(guest, 'Evening breeze').waitFor();
    await expect.poll(() => asked).toContain('/api/streamers?live=true');
    expect(asked).not.toContain('/api/streamers');
    await guest.goto('/browse');
    await card(guest, 'Evening breeze').waitFor();
    await expect.poll(() => asked).toContain('/api/streamers');
  });

  // spec: 2.16
  it('shows a category’s picture, name and viewers, and leads to it', async () => {
    await patched<Category[]>(guest, '**/api/categories', (all) =>
      all.map((category) => ({
        ...category,
        viewers: { 'box-fans': 1500, 'table-fans': 999 }[category.id] ?? 0,
      })),
    );
    await guest.goto('/');
    await expect.poll(() => lines(guest, 'Box Fans')).toEqual(['Box Fans', '1.5K viewers']);
    await expect.poll(() => lines(guest, 'Table Fans')).toEqual(['Table Fans', '999 viewers']);
    const picture = card(guest, 'Box Fans').locator('img');
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await card(guest, 'Box Fans').click();
    await expect.poll(() => path(guest)).toBe('/category/Box%20Fans');
    await guest.unrouteAll();
  });
});

describe('Browse', () => {
  // spec: 2.17
  it('has four tabs, two of them with counts, of which Live Channels is open', async () => {
    const release = await held(guest, '**/api/streamers**');
    await guest.goto('/browse');
    await loading(guest).waitFor();
    await release();
    await card(guest, 'Evening breeze').waitFor();
    await expect.poll(() => guest.getByRole('heading', { level: 1 }).innerText()).toBe('Browse');
    await expect
      .poll(() => guest.getByRole('tab').allInnerTexts())
      .toEqual(['Live Channels (1)', 'All Channels (6)', 'Categories', 'Videos']);
    await expect.poll(() => guest.getByRole('tab', { selected: true }).innerText()).toBe('Live Channels (1)');
    await expect.poll(() => main(guest).getByRole('listitem').count()).toBe(1);
    await guest.getByRole('tab', { name: 'All Channels (6)' }).click();
    await card(guest, 'Nothing moves').waitFor();
    await expect.poll(() => main(guest).getByRole('listitem').count()).toBe(6);
  });

  it('has the categories, to which Home leads, and the videos', async () => {
    await guest.goto('/');
    await main(guest).getByRole('link', { name: 'Show more' }).last().click();
    await guest.getByRole('tab', { name: 'Categories', selected: true }).waitFor();
    await card(guest, 'Vintage Fans').waitFor();
    await guest.getByRole('tab', { name: 'Videos' }).click();
    await guest.getByRole('heading', { name: 'No videos yet' }).waitFor();
    await expect.poll(() => new URL(guest.url()).search).toBe('?tab=videos');
  });

  it('lists all channels by viewers, followers or newest, those that never streamed last', async () => {
    await guest.goto('/browse?tab=all');
    const links = main(guest).getByRole('listitem').getByRole('link');
    const paths = () => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    await card(guest, 'Nothing moves').waitFor();
    await expect.poll(async () => (await paths())[0]).toBe('/channel/GaleForce');
    const order = guest.getByLabel('Order by');
    await expect
      .poll(() => order.locator('option').allInnerTexts())
      .toEqual(['Viewers', 'Followers', 'Newest']);
    await order.selectOption('Newest');
    await expect.poll(() => new URL(guest.url()).search).toBe('?tab=all&order=newest');
    const asked = await fetch(`${world.site.url}/api/streamers?order=newest`);
    const newest = ((await asked.json()) as Channel[]).map(({ username }) => `/channel/${username}`);
    await expect.poll(paths).toEqual(newest);
    expect(newest[0]).toBe('/channel/GaleForce');
  });

  it('comes back by Back as it was left: the tab, its order and the place in it', async () => {
    await guest.setViewportSize({ width: 390, height: 700 });
    await guest.goto('/browse');
    await guest.getByRole('tab', { name: /^All Channels/ }).click();
    const ordered = guest.waitForResponse((response) => response.url().includes('order=followers'));
    await guest.getByLabel('Order by').selectOption('Followers');
    await expect.poll(() => new URL(guest.url()).search).toBe('?tab=all&order=followers');
    await ordered;
    const last = main(guest).getByRole('listitem').last();
    await last.scrollIntoViewIfNeeded();
    const left = await guest.evaluate(() => scrollY);
    expect(left).toBeGreaterThan(300);
    await last.getByRole('link').click();
    await guest.getByText('Channel Offline').waitFor();
    await expect.poll(() => guest.evaluate(() => scrollY)).toBe(0);
    await guest.goBack();
    await guest.getByRole('tab', { name: /^All Channels/, selected: true }).waitFor();
    await expect.poll(() => guest.getByLabel('Order by').inputValue()).toBe('followers');
    await expect.poll(() => guest.evaluate(() => scrollY)).toBe(left);
    await guest.setViewportSize({ width: 1280, height: 800 });
  });

  it('keeps the keyboard on the tab that it opens, and its own place in the way back', async () => {
    await guest.goto('/');
    await sidebar(guest).getByRole('link', { name: 'Browse' }).click();
    await guest.getByRole('tab', { name: /^Live Channels/ }).press('ArrowRight');
    await guest.getByRole('tab', { name: /^All Channels/, selected: true }).waitFor();
    await expect
      .poll(() => guest.evaluate(() => document.activeElement?.textContent))
      .toMatch(/^All Channels/);
    await guest.goBack();
    await expect.poll(() => path(guest)).toBe('/');
  });
});

describe('a stream card', () => {
  // spec: 2.18, 9.3, 9.7
  it('of a live channel has badge, viewers, title, name, game and two tags, and leads to the channel', async () => {
    await patched(guest, '**/api/streamers?live=true', withFields('GaleForce', { viewers: 12_345 }));
    await guest.goto('/');
    const breeze = card(guest, 'Evening breeze');
    await breeze.waitFor();
    const shown = (await lines(guest, 'Evening breeze')).filter((line) => line !== 'G');
    expect(shown).toEqual([
      'LIVE',
      '12.3K viewers',
      'Evening breeze',
      'Gale Force',
      'Ceiling Fans',
      'calm',
      'brass',
    ]);
    await expect.poll(() => breeze.getAttribute('href')).toBe('/channel/GaleForce');
    await guest.unrouteAll();
  });

  // spec: 2.18
  it('shows the pictures that the channel has', async () => {
    const pictures = { thumbnail_url: '/categories/box-fans.svg', avatar: '/favicon.svg' };
    await patched(guest, '**/api/streamers?live=true', withFields('GaleForce', pictures));
    await guest.goto('/');
    const images = card(guest, 'Evening breeze').locator('img');
    await images.first().waitFor();
    await expect
      .poll(() => images.evaluateAll((all) => all.map((image) => image.getAttribute('src'))))
      .toEqual([pictures.thumbnail_url, pictures.avatar]);
    await guest.unrouteAll();
  });

  // spec: 2.18
  it('of an offline channel has neither badge nor viewers', async () => {
    await guest.goto('/browse');
    await guest.getByRole('tab', { name: /All Channels/ }).click();
    const shown = (await lines(guest, 'Nothing moves')).filter((line) => line !== 'C');
    expect(shown).toEqual(['Nothing moves', 'CalmAir', 'Box Fans', 'calm', 'brass']);
  });
});

describe('Following', () => {
  // spec: 2.19
  it('leads the signed-out to both forms', async () => {
    await guest.goto('/following');
    await expect
      .poll(() => main(guest).getByRole('link', { name: 'Log In' }).getAttribute('href'))
      .toBe('/login');
    await expect
      .poll(() => main(guest).getByRole('link', { name: 'Sign Up' }).getAttribute('href'))
      .toBe('/signup');
  });

  // spec: 2.21
  it('says "Loading..." while fetching, then splits the channels on is_live', async () => {
    const release = await held(fan, '**/api/follows');
    await fan.goto('/following');
    await loading(fan).waitFor();
    await release();
    await fan.getByRole('heading', { name: 'Live Channels (1)', exact: true }).waitFor();
    await fan.getByRole('heading', { name: 'Offline Channels (1)', exact: true }).waitFor();
    await expect
      .poll(() => fan.getByRole('region', { name: 'Live Channels (1)' }).innerText())
      .toContain('Evening breeze');
    await expect
      .poll(() => fan.getByRole('region', { name: 'Offline Channels (1)' }).innerText())
      .toContain('Nothing moves');
  });
});

describe('a grid', () => {
  const columns = (page: Page, list: string) =>
    page
      .locator(list)
      .first()
      .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);

  // spec: 2.22, 9.9
  it.each([
    [390, 1, 2],
    [700, 2, 3],
    [900, 2, 4],
    [1100, 3, 4],
    [1300, 4, 5],
    [1600, 4, 6],
  ])(
    'on a screen %i px wide has %i columns of streams and %i of categories',
    async (width, streams, categories) => {
      await guest.setViewportSize({ width, height: 800 });
      if (path(guest) !== '/') await guest.goto('/');
      await card(guest, 'Box Fans').waitFor();
      await expect.poll(() => columns(guest, 'section:has-text("Live Channels") ul')).toBe(streams);
      await expect.poll(() => columns(guest, 'section:has-text("Categories") ul')).toBe(categories);
      await fan.setViewportSize({ width, height: 800 });
      await fan.getByRole('heading', { name: /^Offline Channels/ }).waitFor();
      await expect.poll(() => columns(fan, 'section:has-text("Offline Channels") ul')).toBe(streams);
    },
  );
});

describe('a list that cannot be fetched', () => {
  // spec: 4.12, 8.15
  it.each([
    ['Error fetching streamers', '**/api/streamers**', 'The live channels could not be loaded'],
    ['Error fetching data', '**/api/categories', 'The categories could not be loaded'],
  ])('is logged as "%s", and the loading ends', async (words, address, shown) => {
    errors.length = 0;
    await failing(guest, address);
    await guest.goto('/');
    await guest.getByRole('heading', { name: shown }).waitFor();
    await expect.poll(() => errors.join('\n')).toContain(words);
    await expect.poll(() => loading(guest).count()).toBe(0);
    await expect.poll(() => guest.getByRole('region', { name: /Notifications/ }).count()).toBe(0);
    await guest.unrouteAll();
  });

  // spec: 8.15
  it('of followed channels is logged as "Error fetching followed channels"', async () => {
    const logged: string[] = [];
    fan.on('console', (message) => logged.push(message.text()));
    await failing(fan, '**/api/follows');
    await fan.goto('/following');
    await fan.getByRole('heading', { name: 'The channels you follow could not be loaded' }).waitFor();
    await expect.poll(() => logged.join('\n')).toContain('Error fetching followed channels');
    await fan.unrouteAll();
  });

  it('is fetched again by "Try again"', async () => {
    await fan.getByRole('button', { name: 'Try again' }).first().click();
    await fan.getByRole('heading', { name: 'Live Channels (1)' }).waitFor();
    await expect.poll(() => main(fan).getByRole('alert').count()).toBe(0);
  });
});
