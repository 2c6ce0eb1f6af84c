import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectToast } from '#test/support/browser/browser.ts';
import { chunksUploaded, limitCamera } from '#test/support/browser/camera/camera-page.ts';
import { SLOW_FAKE_DEVICES, STILL_PICTURE } from '#test/support/media/fake-camera.ts';
import {
  expectFocused,
  inspect,
  reachable,
  tab,
  tabTo,
  tabThroughPage,
} from '#test/support/browser/keyboard.ts';
import { PASSWORD } from '#test/support/site/people.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { onAir } from '#test/support/site/on-air.ts';

const world = useWorld(undefined, () => SLOW_FAKE_DEVICES);
let page: Page;

beforeAll(async () => {
  const gale = await world.person('GaleForce');
  const stream = { title: 'Evening breeze', game: 'Ceiling Fans', tags: ['calm'] };
  await onAir(gale, stream);
  ({ page } = await world.visitor());
  await limitCamera(page, STILL_PICTURE);
});

const press = (...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
/** Presses keys faster than the page can paint between them. */
const pressAtOnce = (...keys: string[]) =>
  page.evaluate((keys) => {
    for (const key of keys) {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    }
  }, keys);
const type = (text: string) => page.keyboard.type(text);
const path = () => new URL(page.url()).pathname;
const selectedTab = () => page.getByRole('tab', { selected: true }).innerText();
const focusedTag = () => page.evaluate(() => document.activeElement?.tagName);
const focusedInDialog = () => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null);

describe('by keyboard only, a user', () => {
  it('skips the header of every page', async () => {
    await page.goto('/');
    await page.getByRole('heading', { name: 'Evening breeze' }).waitFor();
    await tab(page);
    await expectFocused(page, 'link', 'Skip to content');
    await press('Enter');
    await expect.poll(() => focusedTag()).toBe('MAIN');
    await tab(page);
    await expectFocused(page, 'link', 'Show more');
  });

  it('searches and continues from the results', async () => {
    await tabTo(page, 'combobox', 'Search', 'Shift+Tab');
    await type('breeze');
    await press('Enter');
    await page.getByRole('heading', { name: 'Results for “breeze”' }).waitFor();
    await page.getByRole('heading', { name: 'Evening breeze' }).waitFor();
    await tab(page);
    await expectFocused(page, 'link', /Evening breeze/);
    await press('Enter');
    await page.getByRole('heading', { name: 'Evening breeze', level: 1 }).waitFor();
    await expect.poll(path).toBe('/channel/GaleForce');
  });

  // spec: 9.13
  it('signs up, and reads and closes the toast by F8', async () => {
    await tabTo(page, 'link', 'Sign Up', 'Shift+Tab');
    await press('Enter');
    await tabTo(page, 'textbox', 'Username');
    await type('KeyFan');
    await tab(page);
    await type('keyfan@example.com');
    await tab(page);
    await type(PASSWORD);
    await tab(page);
    await expectFocused(page, 'button', 'Show password');
    await tab(page);
    await type(PASSWORD);
    await press('Enter');
    await expectToast(page, 'Account created!');
    await press('F8');
    expect(await inspect(page)).toMatchObject({ problem: null });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[role=region]')?.textContent))
      .toContain('Account created!');
    await tabTo(page, 'button', 'Close');
    await press('Enter');
    await expect.poll(() => page.getByText('Account created!').count()).toBe(0);
  });

  // spec: 8.18
  it('logs out and in', async () => {
    await tabTo(page, 'button', 'Account menu: KeyFan');
    await press('Enter', 'End');
    await expectFocused(page, 'menuitem', 'Log out');
    await press('Enter');
    await page.getByRole('heading', { name: 'Log In' }).waitFor();
    await tabTo(page, 'textbox', 'Username');
    await type('KeyFan');
    await tab(page);
    await type(PASSWORD);
    await tab(page);
    await expectFocused(page, 'button', 'Show password');
    await tab(page);
    await expectFocused(page, 'button', 'Log In');
    await press('Space');
    await expectToast(page, 'Welcome back!');
  });

  it('moves between tabs by arrow keys and into their content', async () => {
    await tabTo(page, 'link', 'Browse');
    await press('Enter');
    await page.getByRole('tab', { name: 'Live Channels (1)' }).waitFor();
    await tabTo(page, 'tab', 'Live Channels (1)');
    await press('ArrowRight');
    await expectFocused(page, 'tab', 'All Channels (2)');
    await expect.poll(selectedTab).toBe('All Channels (2)');
    await press('ArrowRight', 'ArrowLeft');
    await expectFocused(page, 'tab', 'All Channels (2)');
    await pressAtOnce('ArrowRight', 'ArrowRight', 'ArrowLeft');
    await expectFocused(page, 'tab', 'Categories');
    await press('ArrowLeft');
    await expect.poll(selectedTab).toBe('All Channels (2)');
    await tab(page);
    await expectFocused(page, 'combobox', 'Sort by');
    await tab(page);
    await expectFocused(page, 'link', /Evening breeze/);
    await press('Enter');
    await page.getByRole('heading', { name: 'Evening breeze', level: 1 }).waitFor();
  });

  it('follows, and the focus stays on the button', async () => {
    await tabTo(page, 'button', 'Follow');
    await press('Space');
    await expectToast(page, 'Followed!');
    await expectFocused(page, 'button', 'Following');
  });

  it('chats and reads back', async () => {
    await tabTo(page, 'textbox', 'Send a message');
    await type('Hello from the keys');
    await press('Enter');
    await page.getByRole('log').getByText('Hello from the keys').waitFor();
    await expectFocused(page, 'textbox', 'Send a message');
    await tab(page, 'Shift+Tab');
    await expectFocused(page, 'log', 'Chat messages');
  });

  it('edits the profile in a dialog that keeps and returns the focus', async () => {
    await tabTo(page, 'link', 'KeyFan', 'Shift+Tab');
    await press('Enter');
    await page.getByRole('button', { name: 'Edit profile' }).waitFor();
    await tabTo(page, 'button', 'Edit profile');
    await press('Enter');
    await page.getByRole('dialog', { name: 'Edit profile' }).waitFor();
    for (let stop = 0; stop < 25; stop++) {
      await tab(page, stop < 15 ? 'Tab' : 'Shift+Tab');
      await expect.poll(() => focusedInDialog()).toBe(true);
    }
    await press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expectFocused(page, 'button', 'Edit profile');
  });

  it('does not lose typed text by Escape', async () => {
    await press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, 'textbox', 'Display name');
    await press('Control+a');
    await type('Kay');
    await press('Escape');
    await page.getByText('You have unsaved changes.').waitFor();
    await expectFocused(page, 'button', 'Keep editing');
    await press('Enter');
    await tabTo(page, 'button', 'Save changes');
    await press('Enter');
    await expectToast(page, 'Profile saved');
    await page.getByRole('heading', { name: 'Kay', level: 1 }).waitFor();
    await expectFocused(page, 'button', 'Edit profile');
  });

  it('goes live from the camera and ends it', async () => {
    await tabTo(page, 'link', 'Go Live', 'Shift+Tab');
    await press('Enter');
    await page.getByText('Camera off').waitFor();
    await tabTo(page, 'button', 'Start Camera');
    await press('Enter');
    await expectToast(page, 'Camera Ready');
    await expectFocused(page, 'button', 'Go LIVE');
    await press('Enter');
    await page.getByText('Missing Information', { exact: true }).waitFor();
    await expectFocused(page, 'textbox', 'Stream Title');
    await type('No mouse, no hands');
    await tab(page);
    await expectFocused(page, 'combobox', 'Category');
    await type('Box');
    await tabTo(page, 'button', 'Mute microphone', 'Shift+Tab');
    await press('Space', 'Space');
    await tabTo(page, 'button', 'Go LIVE');
    await press('Space');
    await expectToast(page, 'You are now LIVE!');
    await expectFocused(page, 'button', 'End Stream');
    await expect.poll(() => chunksUploaded(page)).toBeGreaterThan(0);
  });

  it('is asked before leaving in a dialog that returns the focus', async () => {
    await tabTo(page, 'link', 'Browse', 'Shift+Tab');
    await press('Enter');
    await page.getByRole('dialog', { name: 'End your stream?' }).waitFor();
    for (let stop = 0; stop < 5; stop++) {
      await tab(page);
      await expect.poll(() => focusedInDialog()).toBe(true);
    }
    await press('Escape');
    await expectFocused(page, 'link', 'Browse');
    await tabTo(page, 'button', 'End Stream');
    await press('Enter');
    await expectToast(page, 'Stream Ended');
    await expect.poll(path).toBe('/channel/KeyFan');
    await tabTo(page, 'button', 'Dismiss');
    await press('Enter');
    await expect.poll(() => page.getByRole('region', { name: 'Your broadcast' }).count()).toBe(0);
  });

  it('creates a stream with tags and stops it', async () => {
    await tabTo(page, 'link', 'Go Live', 'Shift+Tab');
    await press('Enter');
    await page.getByText('Camera off', { exact: true }).waitFor();
    await tabTo(page, 'link', 'Use streaming software instead');
    await press('Enter');
    await page.getByText('Create a stream to get your credentials').waitFor();
    await tabTo(page, 'textbox', 'Stream Title');
    await type('No mouse');
    await tabTo(page, 'combobox', 'Category');
    await type('Box Fans');
    await tabTo(page, 'textbox', 'Tags');
    await type('quiet');
    await press('Enter');
    await type('loud');
    await press('Enter');
    await tabTo(page, 'button', /loud/);
    await press('Enter');
    await tabTo(page, 'button', 'Create Stream');
    await press('Enter');
    await expectToast(page, 'Stream Created!');
    await expectFocused(page, 'button', 'Stop Stream');
    await expect.poll(() => page.getByRole('list', { name: 'Chosen tags' }).innerText()).toBe('quiet');
    await tabTo(page, 'button', 'Copy key');
    await press('Enter');
    await expectToast(page, 'Copied!');
    await tabTo(page, 'button', 'Stop Stream', 'Shift+Tab');
    await press('Enter');
    await expectToast(page, 'Stream Stopped');
    await expectFocused(page, 'button', 'Create Stream');
  });
});

describe.each([
  ['a desk', { width: 1280, height: 720 }],
  ['a phone', { width: 390, height: 700 }],
])('on %s', (_, size) => {
  it.each([
    ['/', 'Evening breeze'],
    ['/browse', 'Evening breeze'],
    ['/following', 'Evening breeze'],
    ['/category/Ceiling%20Fans', 'Evening breeze'],
    ['/search?q=fan', 'Evening breeze'],
    ['/channel/GaleForce', 'Evening breeze'],
    ['/go-live', 'Stream Details'],
    ['/go-live-advanced', 'Stream Setup'],
  ])('Tab makes the focus visible at every stop of %s and skips none', async (address, heading) => {
    await page.setViewportSize(size);
    // Home's last content would move the focused element.
    const last = address === '/' && page.waitForResponse('**/api/videos/latest*');
    await page.goto(address);
    await page.getByRole('heading', { name: heading }).first().waitFor();
    await last;
    const wanted = await reachable(page);
    expect(wanted.length).toBeGreaterThan(5);
    expect(await tabThroughPage(page)).toEqual(expect.arrayContaining(wanted));
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    for (let stop = 0; stop < 15; stop++) await tab(page, 'Shift+Tab');
  });
});
