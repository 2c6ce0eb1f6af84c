/** Pages that are updated by events, without polling. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser, visit, type Visitor } from '#test/support/browser/browser.ts';
import { aPerson, enterAs, type Person } from '#test/support/site/people.ts';
import { runSite, siteFolder, type RunningSite } from '#test/support/site/running-site.ts';
import { onAir } from '#test/support/site/on-air.ts';

const folder = siteFolder();
let site: RunningSite;
let browser: Browser;
let gale: Person;
let breeze: Person;
let guest: Visitor;
let fan: Visitor;
/** A visitor whose socket never connects. */
let deaf: Visitor;

beforeAll(async () => {
  [site, browser] = await Promise.all([runSite(folder.path, {}, {}), startBrowser()]);
  [gale, breeze] = [await aPerson(site.url, 'GaleForce'), await aPerson(site.url, 'LightBreeze')];
  guest = await visit(browser, site.url);
  fan = await visit(browser, site.url);
  deaf = await visit(browser, site.url);
  await deaf.page.routeWebSocket(/./, (socket) => void socket.close());
  // Polls first among such pages.
  await deaf.page.addInitScript(() => (Math.random = () => 0));
  const fanOfFans = await aPerson(site.url, 'FanOfFans');
  await fanOfFans.call('POST', `/follows/${gale.id}`);
  await enterAs(fan.page, fanOfFans);
});
afterAll(async () => {
  await browser?.close();
  await site?.end('SIGTERM');
  folder.remove();
});

const goLive = (person: Person, title: string) => onAir(person, { title, game: 'Ceiling Fans', tags: [] });
const end = (person: Person) => person.call('POST', '/streaming/stop');

/** Resolves when the page has subscribed to this many topics. */
async function listening(page: Page, topics: number): Promise<void> {
  let subscribed = 0;
  await new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('subscribe_success') && (subscribed += 1) === topics) resolve();
      }),
    );
  });
}

async function open(page: Page, address: string, topics: number): Promise<void> {
  const isListening = listening(page, topics);
  await page.goto(address);
  await isListening;
}

/** Aborts requests from now on, so that the page can learn of changes through events only. */
const blockRequests = ({ page }: Visitor) =>
  page.route(/\/api\/(streamers|follows)/, (route) => route.abort());

const card = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });

describe('a channel that goes live and offline', () => {
  it('appears on Home, in the sidebar and on Following without a request', async () => {
    await Promise.all([open(guest.page, '/', 1), open(fan.page, '/following', 1)]);
    await Promise.all([guest, fan].map(blockRequests));
    await goLive(gale, 'Evening breeze');
    await card(guest.page, 'GaleForce').waitFor();
    await fan.page.getByRole('heading', { name: 'Live Channels (1)' }).waitFor();
    for (const { page } of [guest, fan])
      await page
        .getByRole('complementary')
        .getByRole('link', { name: /GaleForce.*Live/s })
        .first()
        .waitFor();
    expect(fan.complaints).toEqual([]);
  });

  it('moves nothing under the pointer, and is sorted after the pointer leaves', async () => {
    await card(guest.page, 'GaleForce').hover();
    const before = await card(guest.page, 'GaleForce').boundingBox();
    await goLive(breeze, 'Hum');
    await card(guest.page, 'LightBreeze').waitFor();
    await end(gale);
    await card(guest.page, 'GaleForce').filter({ hasNotText: 'LIVE' }).waitFor();
    expect(await card(guest.page, 'GaleForce').boundingBox()).toEqual(before);
    await guest.page.mouse.move(0, 0);
    await card(guest.page, 'GaleForce').waitFor({ state: 'detached' });
    await end(breeze);
    await guest.page.getByText('No fan is live right now').waitFor();
  });
});

describe('the channel’s page', () => {
  it('follows its stream from live to ended without a request', async () => {
    await guest.page.unrouteAll();
    await open(guest.page, '/channel/GaleForce', 2);
    await blockRequests(guest);
    await goLive(gale, 'Evening breeze');
    await guest.page.getByRole('heading', { level: 1, name: 'Evening breeze' }).waitFor();
    await gale.call('PATCH', '/streamers/status', { title: 'A bearing' });
    await guest.page.getByRole('heading', { level: 1, name: 'A bearing' }).waitFor();
    await end(gale);
    await guest.page.locator('[data-player][data-state="offline"]').waitFor();
    expect(guest.complaints).toEqual([]);
  });

  it('polls slowly without a socket', async () => {
    await deaf.page.goto('/channel/LightBreeze');
    await deaf.page.getByRole('heading', { level: 1 }).first().waitFor();
    await goLive(breeze, 'Heard late');
    await deaf.page.getByRole('heading', { level: 1, name: 'Heard late' }).waitFor({ timeout: 35_000 });
    await end(breeze);
    expect(deaf.complaints).toEqual([]);
  });
});
