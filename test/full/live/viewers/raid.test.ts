/** A raid: the viewer in Firefox sees the card and moves, the one in Chromium who presses Stay stays. */
import type { Page as FirefoxPage } from 'puppeteer-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type DirectClient,
  goLiveDirect,
  segmentsOfSmall,
} from '#test/support/api/broadcast/direct-client.ts';
import { violations } from '#test/support/browser/accessibility.ts';
import { type FirefoxVisitor, waitForText, useFirefox } from '#test/support/browser/firefox.ts';
import { useWorld } from '#test/support/browser/world.ts';
import type { Person } from '#test/support/site/people.ts';

const LENGTH_S = 600;
const PATIENCE = { timeout: 60_000, interval: 200 };

const world = useWorld();
const visit = useFirefox(world);
const clients: DirectClient[] = [];
const complaints: (readonly string[])[] = [];
let streamer: Page;
let stayer: Page;
let firefox: FirefoxVisitor;

beforeAll(async () => {
  const [gale, calm] = [await world.person('GaleForce'), await world.person('CalmAir')];
  const segments = await segmentsOfSmall(LENGTH_S);
  for (const person of [gale, calm])
    clients.push(await goLiveDirect({ url: () => world.site.url, person, segments }));
  [streamer, stayer] = [await chromium(gale), await chromium(await world.person('Stayer'))];
  firefox = await visit(await world.person('Mover'));
  await firefox.page.goto(`${world.site.url}/channel/GaleForce`);
});
afterAll(async () => {
  for (const client of clients) await client.end();
});

async function chromium(person: Person): Promise<Page> {
  const { page, complaints: ofPage } = await world.visitor(person);
  complaints.push(ofPage);
  await page.goto('/channel/GaleForce');
  await page.locator('[data-player][data-state="playing"]').waitFor();
  return page;
}

async function playing(page: FirefoxPage): Promise<void> {
  const state = () => page.$eval('[data-player]', (player) => player.getAttribute('data-state'));
  await expect.poll(state, PATIENCE).toBe('playing');
}

it('moves a viewer, and leaves one where they are who presses Stay', async () => {
  await playing(firefox.page);
  await streamer.getByRole('button', { name: 'Raid', exact: true }).click();
  const dialog = streamer.getByRole('dialog', { name: 'Raid a channel' });
  await dialog.getByRole('searchbox', { name: 'Search live channels' }).fill('CalmAir');
  await dialog.getByRole('radio', { name: /CalmAir/ }).check();
  await dialog.getByRole('checkbox', { name: 'End my stream afterwards' }).uncheck();
  expect(await violations(streamer)).toEqual([]);
  // Asked for before, because the card is there for ten seconds.
  const moved = waitForText(firefox.page, 'GaleForce is raiding CalmAir');
  const stay = stayer.getByRole('button', { name: 'Stay', exact: true }).click();
  await dialog.getByRole('button', { name: 'Raid', exact: true }).click();
  await Promise.all([stay, moved]);

  await expect.poll(() => new URL(firefox.page.url()).pathname, PATIENCE).toBe('/channel/CalmAir');
  await playing(firefox.page);

  // Longer than the countdown by then, because the other viewer has moved.
  expect(new URL(stayer.url()).pathname).toBe('/channel/GaleForce');
  expect(await stayer.getByText('GaleForce is raiding CalmAir').count()).toBe(0);
  expect(new URL(streamer.url()).pathname).toBe('/channel/GaleForce');
  await stayer.goto('/channel/CalmAir');
  await stayer.getByText(/GaleForce arrives/).waitFor();
  expect([...complaints.flat(), ...firefox.complaints]).toEqual([]);
});
