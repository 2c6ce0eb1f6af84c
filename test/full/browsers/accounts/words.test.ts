/** The words of specification §2, §4, §5, §8 and §9 on the forms, of the session, the dashboard and the toasts. */
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TOAST_DURATION_MS } from '../../../../shared/limits.ts';
import { expectToast } from '../../../support/browser/browser.ts';
import { failing, held, listenToRequests, refusing } from '../../../support/site/network.ts';
import { PASSWORD, type Person } from '../../../support/site/people.ts';
import { useWorld } from '../../../support/browser/world.ts';

const world = useWorld();
let gale: Person;
let guest: Page;
let streamer: Page;

beforeAll(async () => {
  gale = await world.person('GaleForce');
  ({ page: guest } = await world.visitor());
  ({ page: streamer } = await world.visitor(gale));
});

afterEach(async () => {
  await guest.unrouteAll({ behavior: 'ignoreErrors' });
  await streamer.unrouteAll({ behavior: 'ignoreErrors' });
});

const path = (page: Page) => new URL(page.url()).pathname;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
const stored = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('currentUser'), localStorage.getItem('token')]);

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(text);
}

describe('what needs an account', () => {
  // spec: 2.4, 2.42, 2.46, 2.49, 6.2
  it.each(['/go-live', '/go-live-advanced', '/upload'])(
    'leads the signed-out from %s to /login',
    async (address) => {
      await guest.goto(address);
      await guest.getByRole('heading', { name: 'Log In' }).waitFor();
      await expect.poll(() => path(guest)).toBe('/login');
    },
  );
});

describe('Login', () => {
  // spec: 2.35, 5.3
  it('asks for username and password, both required, and leads to Sign Up', async () => {
    await guest.goto('/login');
    for (const [label, type] of Object.entries({ Username: 'text', Password: 'password' })) {
      const field = guest.getByLabel(label, { exact: true });
      await expect
        .poll(() => field.evaluate((input: HTMLInputElement) => [input.required, input.type]))
        .toEqual([true, type]);
    }
    await button(guest, 'Log In').click();
    await expect
      .poll(() => guest.getByLabel('Username').evaluate((input) => input === document.activeElement))
      .toBe(true);
    await expect
      .poll(() => guest.getByRole('link', { name: 'Sign Up' }).getAttribute('href'))
      .toBe('/signup');
  });

  // spec: 2.35
  it('says "Logging in..." while it does, and "Login Failed" with the server’s words', async () => {
    await fill(guest, { Username: 'GaleForce', Password: 'a wrong one' });
    const release = await held(guest, '**/api/auth/login');
    await button(guest, 'Log In').click();
    await button(guest, 'Logging in...').waitFor();
    await release();
    await expectToast(guest, 'Login Failed', 'Invalid username or password');
    await button(guest, 'Log In').waitFor();
    await expect.poll(() => path(guest)).toBe('/login');
  });

  // spec: 8.3
  it('says the server’s detail, or its own words where there is none', async () => {
    await refusing(guest, '**/api/auth/login', 429, 'Too many attempts.');
    await button(guest, 'Log In').click();
    await expectToast(guest, 'Login Failed', 'Too many attempts.');
    await guest.unrouteAll();
    await failing(guest, '**/api/auth/login');
    await button(guest, 'Log In').click();
    await expectToast(guest, 'Login Failed', 'Invalid username or password');
  });
});

describe('Signup', () => {
  const FORM = {
    Username: 'NewFan',
    Email: 'new@example.com',
    Password: PASSWORD,
    'Confirm Password': PASSWORD,
  };

  // spec: 2.36, 5.3
  it('asks for four things, all required, and leads to Log In', async () => {
    await guest.goto('/signup');
    const types = { Username: 'text', Email: 'email', Password: 'password', 'Confirm Password': 'password' };
    for (const [label, type] of Object.entries(types)) {
      const field = guest.getByLabel(label, { exact: true });
      await expect
        .poll(() => field.evaluate((input: HTMLInputElement) => [input.required, input.type]))
        .toEqual([true, type]);
    }
    await expect
      .poll(() =>
        guest.locator('form input').evaluateAll((all) => all.map((input) => input.getAttribute('name'))),
      )
      .toEqual(['username', 'email', 'password', 'confirmPassword']);
    await expect.poll(() => guest.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe('/login');
  });

  // spec: 5.2
  it('refuses two different passwords without asking the server', async () => {
    const asked = listenToRequests(guest);
    await fill(guest, { ...FORM, 'Confirm Password': 'another' });
    await button(guest, 'Sign Up').click();
    await expectToast(guest, 'Error', 'Passwords do not match');
    expect((await asked()).filter((request) => request.includes(' /api/'))).toEqual([]);
  });

  // spec: 2.36, 8.4
  it('says "Creating Account..." while it does, and "Signup Failed" with the server’s words', async () => {
    await fill(guest, { ...FORM, Username: 'galeforce' });
    const release = await held(guest, '**/api/auth/signup');
    await button(guest, 'Sign Up').click();
    await button(guest, 'Creating Account...').waitFor();
    await release();
    await expectToast(guest, 'Signup Failed', 'This username is taken. Please choose another.');
  });

  // spec: 8.4
  it('says "Could not create account" where the server has no words', async () => {
    await failing(guest, '**/api/auth/signup');
    await button(guest, 'Sign Up').click();
    await expectToast(guest, 'Signup Failed', 'Could not create account');
  });

  // spec: 3.1, 8.19
  it('keeps user and token in the browser, and leads home', async () => {
    await fill(guest, FORM);
    await button(guest, 'Sign Up').click();
    await expectToast(guest, 'Account created!');
    await expect.poll(() => path(guest)).toBe('/');
    const [user, token] = await stored(guest);
    expect(JSON.parse(user ?? '')).toMatchObject({ username: 'NewFan' });
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });
});

describe('the session', () => {
  // spec: 6.4
  it('goes along as a Bearer token with every call, also with those that need none', async () => {
    const [, token] = await stored(guest);
    const [request] = await Promise.all([guest.waitForRequest('**/api/categories'), guest.goto('/')]);
    expect(await request.headerValue('authorization')).toBe(`Bearer ${token}`);
  });

  // spec: 2.10, 4.2
  it('ends by Log Out, which leads to /login', async () => {
    await Promise.all([guest.waitForResponse('**/api/auth/logout'), button(guest, 'Log Out').click()]);
    await guest.getByRole('heading', { name: 'Log In' }).waitFor();
    await expect.poll(() => stored(guest)).toEqual([null, null]);
    const [request] = await Promise.all([guest.waitForRequest('**/api/categories'), guest.goto('/')]);
    expect(await request.headerValue('authorization')).toBeNull();
  });

  // spec: 4.3, 8.1
  it('ends by a 401 on any call, which leads to /login', async () => {
    for (const address of ['/following', '/go-live-advanced']) {
      await guest.evaluate((user) => {
        localStorage.setItem('currentUser', user);
        localStorage.setItem('token', 'a.stale.token');
      }, JSON.stringify(gale.user));
      await guest.goto(address);
      await guest.getByRole('heading', { name: 'Log In' }).waitFor();
      await expect.poll(() => path(guest)).toBe('/login');
      await expect.poll(() => stored(guest)).toEqual([null, null]);
    }
  });
});

describe('the dashboard', () => {
  const setup = { 'Stream Title': 'Evening breeze', Category: 'A fan of my own' };
  const tags = (page: Page) => page.getByRole('list', { name: 'Chosen tags' }).getByRole('listitem');

  // spec: 2.43
  it('is titled, and asks for title, category and tags', async () => {
    await streamer.goto('/go-live-advanced');
    await streamer.getByRole('heading', { level: 1, name: 'Go Live with Your Fan', exact: true }).waitFor();
    await streamer.getByRole('region', { name: 'Stream Setup' }).waitFor();
    const credentials = streamer.getByRole('region', { name: 'Stream Credentials' });
    await credentials.getByText('Create a stream to get your credentials', { exact: true }).waitFor();
    await expect.poll(() => credentials.getByRole('textbox').count()).toBe(0);
  });

  // spec: 5.8
  it.each([
    { 'Stream Title': '', Category: '' },
    { 'Stream Title': 'Evening breeze', Category: '  ' },
    { 'Stream Title': ' ', Category: 'Box Fans' },
  ])('misses title or category: %o', async (fields) => {
    await fill(streamer, fields);
    await button(streamer, 'Create Stream').click();
    await expectToast(streamer, 'Missing Information', 'Please enter stream title and game/category');
    await button(streamer, 'Close').click();
  });

  // spec: 5.9, 9.4
  it('takes five tags, trimmed, by Enter; a click takes one away; blank ones are none', async () => {
    const field = streamer.getByLabel('Tags', { exact: true });
    for (const text of ['  ', ' one ', 'two', 'three', 'four', 'five']) {
      await field.fill(text);
      await field.press('Enter');
    }
    await expect.poll(() => tags(streamer).allInnerTexts()).toEqual(['one', 'two', 'three', 'four', 'five']);
    await expect.poll(() => field.isDisabled()).toBe(true);
    await streamer.getByRole('button', { name: /^two/ }).click();
    await expect.poll(() => tags(streamer).allInnerTexts()).toEqual(['one', 'three', 'four', 'five']);
    await expect.poll(() => field.isDisabled()).toBe(false);
  });

  // spec: 8.11
  it('says why a stream could not be created', async () => {
    await fill(streamer, setup);
    await refusing(streamer, '**/api/streaming/start', 409, 'Your stream is changing right now.');
    await button(streamer, 'Create Stream').click();
    await expectToast(streamer, 'Error', 'Your stream is changing right now.');
    await streamer.unrouteAll();
    await failing(streamer, '**/api/streaming/start');
    await button(streamer, 'Create Stream').click();
    await expectToast(streamer, 'Error', 'Failed to create stream');
  });

  // spec: 2.45, 8.21
  it('shows address and masked key, each with a copy button, and what to do with them', async () => {
    await button(streamer, 'Create Stream').click();
    await expectToast(streamer, 'Stream Created!');
    const card = streamer.getByRole('region', { name: 'Stream Credentials' });
    const [address, key] = [
      card.getByLabel('RTMP Server URL'),
      card.getByLabel('Stream Key', { exact: true }),
    ];
    await expect.poll(() => address.inputValue()).toMatch(/^rtmps?:\/\//);
    await expect.poll(() => key.getAttribute('type')).toBe('password');
    await card.getByText("Keep this private! Don't share your stream key.", { exact: true }).waitFor();
    await card.getByRole('heading', { name: /setup guide for OBS/i }).waitFor();
    await expect
      .poll(() => card.getByRole('link', { name: 'View Your Channel' }).getAttribute('href'))
      .toBe('/channel/GaleForce');
    for (const name of ['Copy server address', 'Copy key']) {
      await button(streamer, name).click();
      await expectToast(streamer, 'Copied!');
      await button(streamer, 'Close').click();
    }
  });

  // spec: 2.44, 4.9, 5.10
  it('restores a live stream on page load, whose tags can be changed', async () => {
    await streamer.reload();
    await button(streamer, 'Stop Stream').waitFor();
    await expect.poll(() => streamer.getByLabel('Stream Title').inputValue()).toBe('Evening breeze');
    await expect.poll(() => streamer.getByLabel('Category').inputValue()).toBe('A fan of my own');
    await expect.poll(() => streamer.getByLabel('Stream Key', { exact: true }).inputValue()).toMatch(/^sk_/);
    await expect.poll(() => tags(streamer).allInnerTexts()).toEqual(['one', 'three', 'four', 'five']);
    await expect.poll(() => streamer.getByLabel('Tags', { exact: true }).isEnabled()).toBe(true);
    await expect.poll(() => tags(streamer).getByRole('button').first().isEnabled()).toBe(true);
  });

  // spec: 4.8, 8.10, 8.22
  it('says when a stream could not be stopped; stopped, it clears credentials and form', async () => {
    await failing(streamer, '**/api/streaming/stop');
    await button(streamer, 'Stop Stream').click();
    await expectToast(streamer, 'Error', 'Failed to stop stream');
    await streamer.unrouteAll();
    await button(streamer, 'Stop Stream').click();
    await expectToast(streamer, 'Stream Stopped');
    await streamer.getByText('Create a stream to get your credentials', { exact: true }).waitFor();
    for (const label of Object.keys(setup))
      await expect.poll(() => streamer.getByLabel(label).inputValue()).toBe('');
    await expect.poll(() => tags(streamer).count()).toBe(0);
  });
});

describe('toasts', () => {
  beforeAll(() => streamer.goto('/go-live-advanced'));
  const raise = () => button(streamer, 'Create Stream').click();

  // spec: 9.10
  it('show one at a time', async () => {
    await raise();
    await expectToast(streamer, 'Missing Information');
    await raise();
    await expect.poll(() => toasts(streamer).count()).toBe(1);
    await fill(streamer, { 'Stream Title': 'x', Category: 'x' });
    await failing(streamer, '**/api/streaming/start');
    await raise();
    await expectToast(streamer, 'Error', 'Failed to create stream');
    await expect.poll(() => toasts(streamer).allInnerTexts()).toEqual([expect.stringContaining('Error')]);
  });

  // spec: 9.11
  it('leave by themselves after five seconds', async () => {
    // From here on time stands still on the page, but for what a test lets pass.
    await streamer.clock.install();
    await streamer.clock.resume();
    await streamer.reload();
    // The code that draws toasts comes with the first.
    await raise();
    await expectToast(streamer, 'Missing Information');
    await button(streamer, 'Close').click();
    await streamer.clock.pauseAt((await streamer.evaluate(() => Date.now())) + 10_000);
    await raise();
    await expectToast(streamer, 'Missing Information');
    await streamer.mouse.move(5, 795);
    await streamer.clock.runFor(TOAST_DURATION_MS - 100);
    expect(await toasts(streamer).count()).toBe(1);
    await streamer.clock.runFor(200);
    await toasts(streamer).waitFor({ state: 'detached' });
  });

  // spec: 9.12
  it('leave by a swipe of more than 50 pixels', async () => {
    await raise();
    await expectToast(streamer, 'Missing Information');
    const swipe = async (px: number) => {
      const box = await streamer.getByText('Missing Information', { exact: true }).boundingBox();
      if (!box) throw new Error('There is no toast to swipe');
      await streamer.mouse.move(box.x + 5, box.y + 5);
      await streamer.mouse.down();
      await streamer.mouse.move(box.x + 5 + px, box.y + 5, { steps: 8 });
      await streamer.mouse.up();
    };
    await swipe(40);
    await streamer.locator('[data-swipe=cancel]').waitFor();
    expect(await toasts(streamer).count()).toBe(1);
    await swipe(60);
    await toasts(streamer).waitFor({ state: 'detached' });
  });
});
