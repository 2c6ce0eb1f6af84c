import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectToast, startBrowser, visit, type Visitor } from '../../../support/browser/browser.ts';
import { runSite, siteFolder, type RunningSite } from '../../../support/site/running-site.ts';
import { createStream, fillLogin, signUp } from '../../../support/browser/streamer.ts';

/** The page asks every 30 s who is live. */
const ALERT_WITHIN_MS = 90_000;

const folder = siteFolder();
let site: RunningSite;
let browser: Browser;
let streamer: Visitor;
let fan: Visitor;

beforeAll(async () => {
  [site, browser] = await Promise.all([runSite(folder.path, {}, {}), startBrowser()]);
  streamer = await visit(browser, site.url);
  fan = await visit(browser, site.url);
  await signUp(streamer.page, 'GaleForce');
});

afterAll(async () => {
  await browser?.close();
  await site?.end('SIGTERM');
  folder.remove();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const bell = (page: Page) => button(page, 'Tell me when GaleForce goes live');
const expectText = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const focusedTag = (page: Page) => page.evaluate(() => document.activeElement?.tagName);

describe('a visitor without an account', () => {
  // spec: 2.19
  it('sees on /following what it is for', async () => {
    await signUp(fan.page, 'FanOfFans');
    await button(fan.page, 'Log Out').click();
    await fan.page.goto('/following');
    await expectText(fan.page, 'Log in to follow channels');
    await expectText(fan.page, 'Sign up or log in to see channels you follow');
    await fan.page.getByRole('main').getByRole('link', { name: 'Sign Up' }).waitFor();
  });

  // spec: 5.6
  it('is asked to log in by Follow and bell', async () => {
    await fan.page.goto('/channel/galeforce');
    await button(fan.page, 'Follow').click();
    await expectToast(fan.page, 'Login Required', 'Please log in to follow channels');
    await button(fan.page, 'Close').click();
    await bell(fan.page).click();
    await expectToast(fan.page, 'Login Required', 'Please log in to follow channels');
  });
});

describe('a signed-in fan', () => {
  // spec: 2.20
  it('returns to /following after log-in, and follows nobody yet', async () => {
    await fan.page.goto('/following');
    await fan.page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
    await fillLogin(fan.page, 'FanOfFans');
    await expectText(fan.page, 'No followed channels yet');
    await expectText(fan.page, 'Explore channels and follow your favorites!');
    await fan.page.getByRole('link', { name: 'Browse Channels' }).click();
    await expect.poll(() => fan.page.title()).toBe('Browse · Fanfare');
  });

  // spec: 2.30, 4.5, 8.20
  it('follows by keyboard, and the follower count changes at once', async () => {
    await fan.page.goto('/channel/GaleForce');
    await button(fan.page, 'Follow').press('Enter');
    await expectToast(fan.page, 'Followed!');
    await button(fan.page, 'Following').waitFor();
    const followers = fan.page.getByText('Followers').locator('..');
    await expect.poll(async () => (await followers.innerText()).split(/\s+/)).toContain('1');
    await bell(fan.page).click();
    await expectToast(
      fan.page,
      'Bell on',
      'While Fanfare is open, you will be told when GaleForce goes live.',
    );
  });

  // spec: 2.31
  it('finds follow and bell after a reload', async () => {
    await fan.page.reload();
    await button(fan.page, 'Following').waitFor();
    await expect.poll(() => bell(fan.page).getAttribute('aria-pressed')).toBe('true');
  });

  // spec: 2.21
  it('is notified when the channel goes live, with a link', async () => {
    await fan.page.goto('/following');
    await fan.page.getByRole('heading', { name: 'Live Channels (0)' }).waitFor();
    await fan.page.getByRole('heading', { name: 'Offline Channels (1)' }).waitFor();
    await createStream(streamer.page, 'Evening breeze', 'Ceiling Fans');
    const watch = fan.page.getByRole('link', { name: 'Watch' });
    await watch.waitFor({ timeout: ALERT_WITHIN_MS });
    await fan.page.getByRole('heading', { name: 'Live Channels (1)' }).waitFor();
    const sidebar = fan.page.getByRole('region', { name: 'Followed Channels — Live' });
    await sidebar.getByRole('link', { name: /GaleForce.*Ceiling Fans.*Live/s }).waitFor();
    await watch.click();
    await fan.page.getByRole('heading', { name: 'Evening breeze' }).waitFor();
    await expect.poll(() => new URL(fan.page.url()).pathname).toBe('/channel/GaleForce');
  });

  // spec: 2.30, 4.5, 8.20
  it('unfollows', async () => {
    await button(fan.page, 'Following').click();
    await expectToast(fan.page, 'Unfollowed');
    await button(fan.page, 'Follow').waitFor();
  });

  // spec: 8.5
  it('sees an error and the true state after a failure', async () => {
    await fan.page.route('**/api/follows/*', (route) => route.fulfill({ status: 500 }));
    await button(fan.page, 'Follow').click();
    await expectToast(fan.page, 'Error', 'Failed to update follow status');
    await button(fan.page, 'Follow').waitFor();
    await fan.page.unroute('**/api/follows/*');
  });

  // spec: 2.31
  it('shares a channel by its link', async () => {
    await button(fan.page, 'Share').click();
    await expectToast(fan.page, 'Copied!');
  });

  it('cannot follow the own channel', async () => {
    await fan.page.goto('/channel/FanOfFans');
    await button(fan.page, 'Share').waitFor();
    await expect.poll(() => button(fan.page, 'Follow').count()).toBe(0);
  });
});

/** What the streamer's channel bears from then on. */
const bearCategory = (game: string) =>
  streamer.page.evaluate(async (game) => {
    const token = localStorage.getItem('token');
    await fetch('/api/streamers/status', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ game }),
    });
  }, game);

describe('a searching visitor', () => {
  it('opens a category from its card on Home', async () => {
    await fan.page.goto('/');
    await fan.page
      .getByRole('main')
      .getByRole('link', { name: /Ceiling Fans \d+ viewers/ })
      .click();
    await fan.page.getByRole('heading', { name: 'Ceiling Fans', level: 1 }).waitFor();
    await fan.page.getByRole('link', { name: /LIVE.*Evening breeze/s }).waitFor();
    await expect.poll(() => fan.page.title()).toBe('Ceiling Fans · Fanfare');
  });

  it('opens a streamer’s custom category from the channel', async () => {
    await bearCategory('Wind/tunnels 2.0');
    await fan.page.goto('/channel/GaleForce');
    await fan.page.getByRole('main').getByRole('link', { name: 'Wind/tunnels 2.0' }).click();
    await fan.page.getByRole('heading', { name: 'Wind/tunnels 2.0', level: 1 }).waitFor();
    await fan.page.getByRole('link', { name: /LIVE.*Evening breeze/s }).waitFor();
    await fan.page.reload();
    await fan.page.getByRole('link', { name: /LIVE.*Evening breeze/s }).waitFor();
    await expect.poll(() => fan.page.title()).toBe('Wind/tunnels 2.0 · Fanfare');
    await fan.page.goto('/category/wind-TUNNELS%202.0');
    await fan.page.getByRole('heading', { name: 'Wind/tunnels 2.0', level: 1 }).waitFor();
    await bearCategory('Ceiling Fans');
  });

  it('sees that a category is empty, with links to others', async () => {
    await fan.page.goto('/category/Fog%20machines');
    await fan.page.getByRole('heading', { name: 'Fog machines', level: 1 }).waitFor();
    await expectText(fan.page, 'Nothing in Fog machines yet');
    await fan.page.getByRole('link', { name: 'Search for “Fog machines”' }).click();
    await fan.page.getByRole('heading', { name: 'Results for “Fog machines”' }).waitFor();
    await expectText(fan.page, 'No results');
  });

  it('searches by keyboard, and the box keeps the text', async () => {
    const box = fan.page.getByRole('banner').getByPlaceholder('Search...', { exact: true });
    await box.fill('  ceiling ');
    await box.press('Enter');
    await expectText(fan.page, '1 channel, 1 category');
    await fan.page.getByRole('link', { name: /Evening breeze/ }).waitFor();
    await expect.poll(() => new URL(fan.page.url()).search).toBe('?q=ceiling');
    await expect.poll(() => box.inputValue()).toBe('ceiling');
    await expect.poll(() => focusedTag(fan.page)).toBe('MAIN');
    await expect.poll(() => fan.page.title()).toBe('ceiling · Search · Fanfare');
  });

  // spec: 2.7, 5.1
  it('stays on the page with a blank search', async () => {
    const box = fan.page.getByRole('banner').getByPlaceholder('Search...', { exact: true });
    await box.fill('   ');
    await box.press('Enter');
    await expect.poll(() => new URL(fan.page.url()).search).toBe('?q=ceiling');
  });

  it('sees pages without errors and policy violations', () => {
    expect([...fan.complaints, ...streamer.complaints]).toEqual([]);
  });
});
