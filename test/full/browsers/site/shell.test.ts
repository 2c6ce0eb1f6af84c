import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { authRoutes } from '#shared/people/auth.ts';
import { failing, held, patched } from '#test/support/site/network.ts';
import type { Person } from '#test/support/site/people.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { onAir } from '#test/support/site/on-air.ts';

const world = useWorld();

/** Requests for the code of /browse, with any hash, including repeated ones. */
const BROWSE_CODE = '**/assets/**/browse.page-*.js*';
const FILM = 'test/support/media/recordings/camera.webm';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const openBrowse = (page: Page) =>
  page.getByRole('link', { name: 'Browse', exact: true }).filter({ visible: true }).click();

/** Counts the page's document loads from now on. */
function countDocuments(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) count += 1;
  });
  return () => count;
}

/** Opens Home in a browser that saves data, and so prefetches nothing. */
async function atFrugalHome(person?: Person): Promise<Page> {
  const { page } = await world.visitor(person);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await page.goto('/');
  await page.getByRole('heading', { name: 'Live Channels' }).waitFor();
  return page;
}

it('suggestions appear after their code failed once, without another input', async () => {
  const page = await atFrugalHome();
  await page.route('**/assets/**/search-suggestions-*.js', (route) => route.abort('connectionreset'), {
    times: 1,
  });
  await page.getByRole('combobox', { name: 'Search' }).pressSequentially('ceil');
  const categories = page.getByRole('group', { name: 'Categories' });
  await expect.poll(() => categories.getByRole('option').allInnerTexts()).toContain('Ceiling Fans');
});

describe('a screen whose code does not load', () => {
  it('says offline and continues by itself', async () => {
    const page = await atFrugalHome();
    const documents = countDocuments(page);
    await page.context().setOffline(true);
    await openBrowse(page);
    await heading(page, "You're offline").waitFor();
    await page.context().setOffline(false);
    await heading(page, 'Browse').waitFor();
    // At most once, if the browser remembers a failed import of the screen's file.
    expect(documents()).toBeLessThanOrEqual(1);
  });

  it('is requested again when the network fails without an event', async () => {
    const page = await atFrugalHome();
    const documents = countDocuments(page);
    await page.route(BROWSE_CODE, (route) => route.abort('connectionreset'), { times: 1 });
    await openBrowse(page);
    await heading(page, 'Browse').waitFor();
    expect(documents()).toBe(0);
  });

  it('reloads the page when a deployment changed its file name', async () => {
    const page = await atFrugalHome();
    const documents = countDocuments(page);
    await page.route(BROWSE_CODE, (route) =>
      documents() === 0 ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await openBrowse(page);
    await heading(page, 'Browse').waitFor();
    expect(documents()).toBe(1);
  });

  it('reloads the page once only', async () => {
    const page = await atFrugalHome();
    const documents = countDocuments(page);
    await failing(page, BROWSE_CODE, 404);
    await openBrowse(page);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await heading(page, 'Something went wrong').waitFor();
    expect(documents()).toBe(1);
  });

  it('does not interrupt an upload', async () => {
    const page = await atFrugalHome(await world.person('Uploader'));
    const documents = countDocuments(page);
    await page.getByRole('link', { name: 'Upload', exact: true }).click();
    await held(page, `${world.site.endpoints.s3}/**`);
    await failing(page, BROWSE_CODE, 404);
    await page.locator('input[type=file]').setInputFiles(FILM);
    await page.getByRole('button', { name: 'Upload Video' }).click();
    await page.getByRole('progressbar').waitFor();
    await openBrowse(page);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(documents()).toBe(0);
    await page.getByRole('link', { name: 'Upload', exact: true }).click();
    await page.getByRole('progressbar').waitFor();
  });
});

it('the code of other screens is loaded when idle, for use without a network', async () => {
  const { page } = await world.visitor();
  const documents = countDocuments(page);
  await page.goto('/');
  await page.waitForFunction(() =>
    ['browse', 'search', 'login'].every((name) =>
      performance.getEntriesByType('resource').some((entry) => entry.name.includes(`/${name}.page-`)),
    ),
  );
  await page.context().setOffline(true);
  await openBrowse(page);
  await heading(page, 'Browse').waitFor();
  await page.getByText("You're offline").waitFor();
  await page.context().setOffline(false);
  await page.getByRole('tab', { name: /^Live Channels/ }).waitFor();
  expect(documents()).toBe(1);
});

describe('an opened channel', () => {
  it('is shown from the document, with the code that the document names, before the API answers', async () => {
    const { username } = await world.person('EarlyBird');
    const { page } = await world.visitor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const releaseStart = await held(page, '**/assets/**/index-*.js');
    const channel = `/api/streamers/${username}`;
    const answer = await held(page, `**${channel}`);
    const opened = page.goto(`/channel/${username}`);
    await expect.poll(() => asked.some((path) => path.includes('/channel.page-'))).toBe(true);
    await releaseStart();
    await page.locator('#main').getByRole('heading', { name: username }).first().waitFor();
    await expect.poll(() => asked).toContain(channel);
    await answer();
    await opened;
    expect(asked.filter((path) => path === channel)).toHaveLength(1);
  });

  it('shows its frame while its code loads', async () => {
    const { username } = await world.person('SlowBird');
    const { page } = await world.visitor();
    const release = await held(page, '**/assets/**/channel.page-*.js');
    const opened = page.goto(`/channel/${username}`);
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    await expect.poll(() => page.locator('#main').innerText()).toContain('Loading...');
    await release();
    await opened;
    await page.getByRole('heading', { name: username }).first().waitFor();
  });
});

describe('the own channel', () => {
  it('shows its picture, is not recommended, and has a red dot while live', async () => {
    const bea = await world.person('BreezyBea');
    await world.person('CalmAir');
    const { page } = await world.visitor(bea);
    type Channel = { avatar: string };
    await patched<Channel>(page, '**/api/streamers/BreezyBea', (own) => ({ ...own, avatar: '/favicon.svg' }));
    await onAir(bea, { title: 'Evening breeze', game: 'Box Fans', tags: [] });
    await page.goto('/');
    const own = page.getByRole('complementary').getByRole('region', { name: 'Your Channel' });
    await own.getByRole('link').getByText('Live', { exact: true }).waitFor({ state: 'attached' });
    for (const place of [own, page.getByRole('banner')])
      await place.locator('img[src="/favicon.svg"]').waitFor();
    const recommended = page.getByRole('region', { name: 'Recommended Channels' });
    await recommended.getByText('CalmAir').waitFor();
    await expect.poll(() => recommended.getByText('BreezyBea').count()).toBe(0);

    await bea.call('POST', '/streaming/stop');
    await own.getByRole('link').getByText('Live', { exact: true }).waitFor({ state: 'detached' });
  });
});

describe('files for browsers and phones', () => {
  const get = (path: string) => fetch(world.site.url + path);

  it.each([
    ['/favicon.ico', /^image\/(x-icon|vnd\.microsoft\.icon)/],
    ['/apple-touch-icon.png', /^image\/png/],
    ['/manifest.webmanifest', /^application\/manifest\+json/],
  ])('include %s', async (path, type) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(type);
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  it('include icons of the manifest’s sizes', async () => {
    type Manifest = { icons: { src: string; sizes: string }[] };
    const { icons } = (await (await get('/manifest.webmanifest')).json()) as Manifest;
    expect(icons.length).toBeGreaterThan(2);
    for (const { src, sizes } of icons) {
      // A PNG's first chunk contains its width and height (PNG specification, 11.2.1).
      const png = Buffer.from(await (await get(src)).arrayBuffer());
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
    }
  });

  it('make Chromium offer the installation', async () => {
    const { page } = await world.visitor();
    await page.goto('/');
    const session = await page.context().newCDPSession(page);
    const { manifest } = await session.send('Page.getAppManifest');
    expect(manifest).toMatchObject({ name: 'Fanfare', display: 'kStandalone' });
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // A test's window is always a private one.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  });
});

describe('the colour theme', () => {
  const DARK = 'rgb(11, 16, 20)';
  const LIGHT = 'rgb(244, 247, 248)';
  const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  /** Returns the colour of the browser's own bars. */
  const barColour = (page: Page) =>
    page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].find(
          ({ media }) => matchMedia(media).matches,
        )?.content,
    );
  const theme = (page: Page) => page.getByRole('combobox', { name: 'Theme' }).filter({ visible: true });

  it('is the system’s until another is chosen, and applies before any script', async () => {
    const { page, complaints } = await world.visitor();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/');
    expect([await background(page), await barColour(page)]).toEqual([LIGHT, '#ffffff']);
    await theme(page).selectOption('Dark theme');
    expect([await background(page), await barColour(page)]).toEqual([DARK, '#121a20']);

    await page.route('**/assets/**/*.js', (route) => route.abort());
    await page.reload();
    expect([await background(page), await barColour(page)]).toEqual([DARK, '#121a20']);
    await page.unroute('**/assets/**/*.js');

    await page.reload();
    await theme(page).selectOption('System theme');
    expect([await background(page), await barColour(page)]).toEqual([LIGHT, '#ffffff']);
    expect(complaints).toEqual([]);
  });

  it('also applies to the API reference', async () => {
    const { page } = await world.visitor();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/api-reference');
    const summary = page.getByText(authRoutes['POST /auth/login'].summary);
    const ink = () => summary.evaluate((element) => getComputedStyle(element).color);
    await summary.waitFor();
    const onLight = await ink();
    const is = async (inspect: 'light' | 'dark') => {
      await expect
        .poll(async () => [await background(page), (await ink()) === onLight])
        .toEqual([inspect === 'light' ? LIGHT : DARK, inspect === 'light']);
    };
    await is('light');
    await theme(page).selectOption('Dark theme');
    await is('dark');
    await theme(page).selectOption('Light theme');
    await is('light');
    await theme(page).selectOption('System theme');
    await page.emulateMedia({ colorScheme: 'dark' });
    await is('dark');
  });
});
