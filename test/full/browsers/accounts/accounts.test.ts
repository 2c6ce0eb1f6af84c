/** What happens around an account: errors beside the form, why one is here, and passwords that are lost or changed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeToast, expectToast } from '../../../support/browser/browser.ts';
import { PASSWORD, type Person } from '../../../support/site/people.ts';
import { useWorld } from '../../../support/browser/world.ts';

const NEW_PASSWORD = 'a newer breeze 63';
const NEWEST_PASSWORD = 'the newest breeze 64';

const world = useWorld();
let gale: Person;
let page: Page;

beforeAll(async () => {
  gale = await world.person('GaleForce');
  ({ page } = await world.visitor());
});
afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

const field = (label: string) => page.getByLabel(label, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const press = (name: string) => button(name).click();
const follow = (name: string) => page.getByRole('link', { name, exact: true }).click();
const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const path = () => new URL(page.url()).pathname;
const alert = (words: string) => page.getByRole('alert').getByText(words, { exact: true });

async function fill(fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await field(label).fill(text);
}

/** What a screen reader says of a field besides its name. */
const described = (input: Locator): Promise<string> =>
  input.evaluate((element) => {
    const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
    return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
  });

/** These words stand beside this field, which has the keyboard, after the toast has gone. */
async function expectBeside(label: string, words: string): Promise<void> {
  await alert(words).waitFor();
  await closeToast(page);
  await expect.poll(() => described(field(label))).toBe(words);
  await expect.poll(() => field(label).getAttribute('aria-invalid')).toBe('true');
}

async function expectFocus(label: string): Promise<void> {
  await expect.poll(() => field(label).evaluate((input) => input === document.activeElement)).toBe(true);
}

async function startSignedOut(address: string): Promise<void> {
  await page.goto('/favicon.svg');
  await page.evaluate(() => localStorage.clear());
  await page.goto(address);
}

/** The newest code in the mail that would have been sent to this address. */
function mailedCode(address: string): string {
  const mail = readFileSync(join(world.dataDir, 'mail.txt'), 'utf8');
  return /\b\d{6}\b/.exec(mail.slice(mail.lastIndexOf(address)))?.[0] ?? 'no code';
}

describe('the log-in form', () => {
  it('keeps a refusal beside the password until it is corrected', async () => {
    await startSignedOut('/login');
    await fill({ Username: 'GaleForce', Password: 'a wrong one' });
    await press('Log In');
    await expectToast(page, 'Login Failed', 'Invalid username or password');
    await expectFocus('Password');
    await expectBeside('Password', 'Invalid username or password');
    await field('Password').press('x');
    await expect.poll(() => page.getByRole('alert').getByText(/./).count()).toBe(0);
    await expect.poll(() => field('Password').getAttribute('aria-invalid')).toBeNull();
  });

  it('marks an empty field as required', async () => {
    await fill({ Username: ' ', Password: '' });
    await press('Log In');
    await expectBeside('Password', 'Password is required.');
  });

  it('shows an error of no field below the form', async () => {
    await page.route('**/api/auth/login', (route) => route.abort());
    await fill({ Username: 'GaleForce', Password: PASSWORD });
    await press('Log In');
    await alert('Fanfare cannot be reached. Check your connection.').waitFor();
    await expect.poll(() => page.locator('form [aria-invalid]').count()).toBe(0);
  });

  it('shows the password on request and hides it again', async () => {
    await expect.poll(() => field('Password').getAttribute('type')).toBe('password');
    await press('Show password');
    await expect.poll(() => field('Password').getAttribute('type')).toBe('text');
    await expect.poll(() => field('Password').inputValue()).toBe(PASSWORD);
    await press('Hide password');
    await expect.poll(() => field('Password').getAttribute('type')).toBe('password');
  });

  it('accepts the e-mail address and says so', async () => {
    await expect.poll(() => described(field('Username'))).toBe('Or your e-mail address');
    await fill({ Username: gale.user.email.toUpperCase() });
    await press('Log In');
    await expectToast(page, 'Welcome back!');
    await expect.poll(path).toBe('/');
  });
});

describe('the sign-up form', () => {
  beforeAll(() => startSignedOut('/signup'));
  const FORM = {
    Username: 'NewFan',
    Email: 'new@example.com',
    Password: PASSWORD,
    'Confirm Password': PASSWORD,
  };

  it.each([
    [{ Username: 'galeforce' }, 'Username', 'This username is taken. Please choose another.'],
    [{ Username: 'Admin' }, 'Username', 'This username is reserved. Please choose another.'],
    [{ Username: 'two words' }, 'Username', 'Username may only have letters, digits and underscores.'],
    [{ Username: '' }, 'Username', 'Username is required.'],
    [{ Email: 'GaleForce@example.com' }, 'Email', 'There is an account with this e-mail address already.'],
    [{ Email: 'no address' }, 'Email', 'Email is not an e-mail address.'],
    [{ Email: 'new@example' }, 'Email', 'Email is not an e-mail address.'],
    [
      { Password: 'short', 'Confirm Password': 'short' },
      'Password',
      'Password must have at least 8 characters.',
    ],
    [{ 'Confirm Password': 'another' }, 'Confirm Password', 'Passwords do not match'],
  ])('shows for %o beside %s: %s', async (change, label, words) => {
    await fill({ ...FORM, ...change });
    await press('Sign Up');
    await expectFocus(label);
    await expectBeside(label, words);
    await expect.poll(() => page.locator('form [aria-invalid]').count()).toBe(1);
  });

  it('can show both passwords', async () => {
    await press('Show password');
    await press('Show confirm password');
    for (const label of ['Password', 'Confirm Password'])
      await expect.poll(() => field(label).getAttribute('type')).toBe('text');
  });
});

describe('the reason on the log-in form', () => {
  it.each([
    ['/go-live', 'go live'],
    ['/go-live-advanced', 'go live'],
    ['/upload', 'upload a video'],
    ['/change-password', 'change your password'],
    ['/settings', 'see your settings'],
  ])('is shown on both forms to a visitor whom %s leads there', async (address, purpose) => {
    await startSignedOut(address);
    await page.getByText(`Log in to ${purpose}`, { exact: true }).waitFor();
    await follow('Sign Up');
    await page.getByText(`Sign up to ${purpose}`, { exact: true }).waitFor();
    await expect.poll(path).toBe('/signup');
  });

  it('is shown to a visitor who wants to chat, and log-in returns to the channel', async () => {
    await startSignedOut('/channel/GaleForce');
    await follow('Log in to chat');
    await page.getByText('Log in to follow and chat', { exact: true }).waitFor();
    await fill({ Username: 'GaleForce', Password: PASSWORD });
    await press('Log In');
    await expect.poll(path).toBe('/channel/GaleForce');
  });

  it.each(['/following', '/go-live-advanced'])(
    'is shown to a user whose session ended on %s, and log-in returns there',
    async (address) => {
      await page.evaluate(() => localStorage.setItem('token', 'a.stale.token'));
      await page.context().clearCookies();
      await page.goto(address);
      await page.getByText('Your session ended. Log in to go on.', { exact: true }).waitFor();
      await fill({ Username: 'GaleForce', Password: PASSWORD });
      await press('Log In');
      await expect.poll(path).toBe(address);
    },
  );

  it('is not needed for an expired token, which the browser refreshes', async () => {
    const stored = () => page.evaluate(() => localStorage.getItem('token'));
    await page.evaluate(() => localStorage.setItem('token', 'a.stale.token'));
    await page.goto('/following');
    await expect.poll(stored).toMatch(/^ey/);
    await page.getByText('No followed channels yet').waitFor();
    await expect.poll(path).toBe('/following');
  });

  it('is shown after a log-out, which the server received', async () => {
    const told = page.waitForResponse('**/api/auth/logout');
    await page.goto('/upload');
    await press('Log Out');
    await heading('Log In');
    await expect.poll(() => page.getByRole('status').getByText(/./).count()).toBe(0);
    expect((await told).status()).toBe(204);
    const cookies = await page.context().cookies(new URL('/api/auth', page.url()).href);
    expect(cookies.filter(({ name }) => name === 'refresh')).toEqual([]);
  });
});

describe('a forgotten password', () => {
  it('is reported by name, and the answer does not say whether it exists', async () => {
    await startSignedOut('/upload');
    for (const name of ['nobody_here', gale.user.email]) {
      await follow('Forgot password?');
      await heading('Forgot password');
      await fill({ Username: name });
      await press('Send code');
      await page
        .getByText(`If ${name} has an account, a code is on its way to its e-mail address.`)
        .waitFor();
      if (name === 'nobody_here') await follow('Log In');
    }
    await expect.poll(path).toBe('/forgot-password');
  });

  it('is replaced by the mailed code, and a reload keeps the step', async () => {
    await page.reload();
    const code = mailedCode(gale.user.email);
    await fill({ Code: code === '000000' ? '000001' : '000000', 'New password': NEW_PASSWORD });
    await press('Change password');
    await expectBeside('Code', 'The code is wrong or too old. Ask for a new one.');
    await expect.poll(path).toBe('/forgot-password');
    await fill({ Code: code, 'New password': 'short' });
    await press('Change password');
    await expectBeside('New password', 'Password must have at least 8 characters.');
    await fill({ 'New password': NEW_PASSWORD });
    await press('Change password');
    await expectToast(page, 'Password changed');
    await page.getByText('Log in with your new password', { exact: true }).waitFor();
  });

  it('then leads to the page that was wanted', async () => {
    await fill({ Username: 'GaleForce', Password: NEW_PASSWORD });
    await press('Log In');
    await expect.poll(path).toBe('/upload');
  });
});

describe('changing the password', () => {
  it('is linked from the own profile', async () => {
    await page.goto('/channel/GaleForce');
    await press('Edit profile');
    await page.getByRole('dialog').getByRole('link', { name: 'Change password' }).click();
    await heading('Change password');
    await expect.poll(path).toBe('/change-password');
  });

  it('requires the current one, and marks it when it is wrong', async () => {
    await fill({ 'Current password': PASSWORD, 'New password': NEWEST_PASSWORD });
    await press('Change password');
    await expectBeside('Current password', 'The current password is not right.');
    await fill({ 'Current password': NEW_PASSWORD, 'New password': 'short' });
    await press('Change password');
    await expectBeside('New password', 'New password must have at least 8 characters.');
  });

  it('returns to the channel, and only the new one logs in', async () => {
    await fill({ 'New password': NEWEST_PASSWORD });
    await press('Change password');
    await expectToast(page, 'Password changed');
    await expect.poll(path).toBe('/channel/GaleForce');
    await startSignedOut('/login');
    await fill({ Username: 'GaleForce', Password: NEWEST_PASSWORD });
    await press('Log In');
    await expectToast(page, 'Welcome back!');
  });
});

describe('the settings', () => {
  const device = () => page.getByRole('listitem').filter({ hasText: 'node' });

  it('are linked from the own profile', async () => {
    const body = JSON.stringify({ username: 'GaleForce', password: NEWEST_PASSWORD });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${world.site.url}/api/auth/login`, { method: 'POST', headers, body });
    await page.goto('/channel/GaleForce');
    await press('Edit profile');
    await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).click();
    await heading('Settings');
    await expect.poll(path).toBe('/settings');
  });

  it('keep a device that could not be signed out, and say so', async () => {
    await page.route('**/api/auth/sessions/*', (route) => route.abort());
    await press('Sign out node');
    await expectToast(page, 'Not signed out', 'Please try again.');
    await expect.poll(() => device().count()).toBe(1);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('keep the focus when a device disappears', async () => {
    await expect.poll(() => button('Sign out node').isEnabled()).toBe(true);
    await button('Sign out node').press('Enter');
    await expect.poll(() => device().count()).toBe(0);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toMatch(/^Chrome on Linux/);
  });

  it('show the progress of a data export until it is ready', async () => {
    const copy = (status: string, ...archives: object[]) => ({
      json: { status, archives, expires_at: new Date(Date.now() + 60_000).toISOString() },
    });
    const archive = { url: '/favicon.svg', size_bytes: 2_097_152 };
    let answer = copy('making');
    await page.route('**/api/auth/export', (route) => route.fulfill(answer));
    await press('Make a copy');
    await page.getByRole('status').getByText('Your copy is being made.').waitFor();
    await expect.poll(() => button('Making...').isDisabled()).toBe(true);
    answer = copy('ready', archive, archive);
    await page.getByRole('link', { name: 'Download part 2 (2 MB)', exact: true }).waitFor();
    await button('Make a new copy').waitFor();
  });
});
