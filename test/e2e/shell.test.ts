import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { failing, held } from '../support/network.ts';
import type { Person } from '../support/people.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

/** The code of /browse, whatever its name's hash is. */
const BROWSE_CODE = '**/assets/browse.page-*.js';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const openBrowse = (page: Page) =>
  page.getByRole('link', { name: 'Browse', exact: true }).filter({ visible: true }).click();

/** How often the page loads a document from now on. */
function countDocuments(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) count += 1;
  });
  return () => count;
}

/** Home, in a browser that fetches nothing ahead, as for those who save data. */
async function atFrugalHome(person?: Person): Promise<Page> {
  const { page } = await world.visitor(person);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await page.goto('/');
  await page.getByRole('heading', { name: 'Live Channels' }).waitFor();
  return page;
}

describe('a screen whose code does not come', () => {
  it('says that one is offline, and goes on by itself', async () => {
    const page = await atFrugalHome();
    const documents = countDocuments(page);
    await page.context().setOffline(true);
    await openBrowse(page);
    await heading(page, "You're offline").waitFor();
    await page.context().setOffline(false);
    await heading(page, 'Browse').waitFor();
    expect(documents()).toBe(0);
  });

  it('is asked for again when the way to it fails without a word', async () => {
    const page = await atFrugalHome();
    const documents = countDocuments(page);
    await page.route(BROWSE_CODE, (route) => route.abort('connectionreset'), { times: 1 });
    await openBrowse(page);
    await heading(page, 'Browse').waitFor();
    expect(documents()).toBe(0);
  });

  it('comes with a fresh document when a deployment has changed its name', async () => {
    const page = await atFrugalHome();
    const documents = countDocuments(page);
    await failing(page, BROWSE_CODE, 404);
    page.on('domcontentloaded', () => void page.unroute(BROWSE_CODE));
    await openBrowse(page);
    await heading(page, 'Browse').waitFor();
    expect(documents()).toBe(1);
  });

  it('has the document loaded anew once, and never again and again', async () => {
    const page = await atFrugalHome();
    const documents = countDocuments(page);
    await failing(page, BROWSE_CODE, 404);
    await openBrowse(page);
    await page.getByRole('button', { name: 'Reload' }).waitFor();
    await heading(page, 'Something went wrong').waitFor();
    expect(documents()).toBe(1);
  });

  it('takes nobody away from an upload', async () => {
    const page = await atFrugalHome(await world.person('Uploader'));
    const documents = countDocuments(page);
    await page.getByRole('link', { name: 'Upload', exact: true }).click();
    await held(page, `${world.site.endpoints.s3}/**`);
    await failing(page, BROWSE_CODE, 404);
    const film = { name: 'fan.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(1024) };
    await page.locator('input[type=file]').setInputFiles(film);
    await page.getByRole('button', { name: 'Upload Video' }).click();
    await page.getByRole('progressbar').waitFor();
    await openBrowse(page);
    await page.getByRole('button', { name: 'Reload' }).waitFor();
    expect(documents()).toBe(0);
    await page.getByRole('link', { name: 'Upload', exact: true }).click();
    await page.getByRole('progressbar').waitFor();
  });
});

it('the code of the other screens comes while the browser is idle, so that a lost network is no matter', async () => {
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
