/** What a person who was never here does with an account, from its first minute to its last. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { closeToast, expectFocusOn, expectToast } from '../../../support/browser/browser.ts';
import { PASSWORD } from '../../../support/site/people.ts';
import { useWorld } from '../../../support/browser/world.ts';

const NEW_PASSWORD = 'a newer breeze 63';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';
const CODE_PERIOD_MS = 30_000;

// What an account has made goes with the ticks after its end.
const world = useWorld({ tickMs: 1_000 });

describe.each([
  { username: 'PhoneFan', width: 390, height: 844 },
  { username: 'DeskFan', width: 1440, height: 900 },
])('at $width px', ({ username, ...viewport }) => {
  const email = `${username}@example.com`;
  let page: Page;
  let app: TOTP;
  /** Each logs in once. */
  let recoveryCodes: string[];

  const field = (label: string) => page.getByLabel(label, { exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  const path = () => new URL(page.url()).pathname;
  const fill = async (fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) await field(label).fill(text);
  };
  const logIn = async (password: string, code?: string) => {
    await fill({ Username: username, Password: password });
    await button('Log In').click();
    if (code === undefined) return;
    await fill({ Code: code });
    await button('Log In').click();
  };
  const openSettings = async () => {
    await closeToast(page);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  };

  /** Signs in as a program of the same person elsewhere; answers what its token is answered when it writes. */
  const elsewhere = async (password: string) => {
    const post = (address: string, headers: Record<string, string>, body?: object) =>
      fetch(`${world.site.url}/api${address}`, {
        method: 'POST',
        headers: { 'user-agent': FIREFOX, 'content-type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify(body) }),
      });
    const code = recoveryCodes.pop();
    const { token } = (await (await post('/auth/login', {}, { username, password, code })).json()) as {
      readonly token: string;
    };
    return async () => (await post('/streaming/stop', { authorization: `Bearer ${token}` })).status;
  };

  /** The last code that was sent to an address. */
  const mailedCode = (to: string): string => {
    const mails = readFileSync(join(world.dataDir, 'mail.txt'), 'utf8').split(/^To: /m);
    return /Your code is (\d{6})/.exec(mails.findLast((mail) => mail.startsWith(`${to}\n`)) ?? '')?.[1] ?? '';
  };

  beforeAll(async () => {
    ({ page } = await world.visitor());
    await page.setViewportSize(viewport);
  });

  it('one signs up', async () => {
    await page.goto('/signup');
    await fill({ Username: username, Email: email, Password: PASSWORD, 'Confirm Password': PASSWORD });
    await button('Sign Up').click();
    await expectToast(page, 'Account created!');
  });

  it('proves the address by the code that was mailed, and then another one', async () => {
    await openSettings();
    const mail = section('E-mail');
    const sendsNone = { is_email_verified: true, can_send_mail: false };
    await page.route('**/api/auth/account', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...((await answer.json()) as object), ...sendsNone } });
    });
    await page.reload();
    await mail.getByText('This site confirms no e-mail addresses, so yours stays as it is.').waitFor();
    await page.unrouteAll();
    await page.reload();
    await mail.getByText('Not confirmed', { exact: true }).waitFor();
    await field('Code from the e-mail').fill(mailedCode(email));
    await button('Confirm').click();
    await mail.getByText('Confirmed', { exact: true }).waitFor();
    await button('Change e-mail').click();
    const next = `next.${email}`;
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('New e-mail').fill(next);
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Send code' }).click();
    await mail.getByText(`Enter the code that was sent to ${next}.`, { exact: false }).waitFor();
    await field('Code from the e-mail').fill(mailedCode(next));
    await button('Confirm').click();
    await mail.getByText(next, { exact: true }).waitFor();
    await expectFocusOn(page, next);
    const known = await page.evaluate(() => localStorage.getItem('currentUser'));
    expect(JSON.parse(known ?? '{}')).toMatchObject({ username, email: next });
  });

  it('sets a second factor', async () => {
    const part = section('Two-factor log-in');
    await part.getByRole('button', { name: 'Turn on' }).click();
    await part.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await part.getByRole('button', { name: 'Continue' }).click();
    const secret = await part.getByRole('code').innerText();
    app = new TOTP({ secret: secret.replaceAll(/\s/g, '') });
    await part.getByRole('textbox', { name: 'Code' }).fill(app.generate());
    await part.getByRole('button', { name: 'Turn on' }).click();
    await expectToast(page, 'Two-factor log-in is on');
    const codes = part.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect.poll(() => codes.count()).toBe(10);
    recoveryCodes = await codes.allInnerTexts();
    await button('I have kept them').click();
    await closeToast(page);
  });

  it('logs out, and in again by a code', async () => {
    await button('Log Out').click();
    await logIn(PASSWORD, app.generate({ timestamp: Date.now() + CODE_PERIOD_MS }));
    await expectToast(page, 'Welcome back!');
  });

  it('sees a device that one forgot, and signs it out', async () => {
    const write = await elsewhere(PASSWORD);
    expect(await write()).not.toBe(401);
    await openSettings();
    const devices = section('Where you are signed in').getByRole('listitem');
    await devices.filter({ hasText: 'Firefox on Windows' }).waitFor();
    await expect
      .poll(() => devices.first().innerText())
      .toMatch(/^Chrome on Linux\n.*Last used.*\n.*This device$/s);
    await button('Sign out Firefox on Windows').click();
    await expectToast(page, 'Firefox on Windows is signed out');
    await expect.poll(() => devices.filter({ hasText: 'Firefox' }).count()).toBe(0);
    expect(await write()).toBe(401);
  });

  it('changes the password, which signs out what is elsewhere', async () => {
    const write = await elsewhere(PASSWORD);
    await fill({ 'Current password': PASSWORD, 'New password': NEW_PASSWORD });
    await button('Change password').click();
    await expectToast(page, 'Password changed');
    await expect.poll(() => field('Current password').inputValue()).toBe('');
    await expectFocusOn(page, 'Change password');
    expect(await write()).toBe(401);
    await expect.poll(path).toBe('/settings');
  });

  it('signs out everywhere, here too', async () => {
    const write = await elsewhere(NEW_PASSWORD);
    await button('Sign out everywhere').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
    await expectToast(page, 'Signed out everywhere');
    await expect.poll(path).toBe('/login');
    expect(await write()).toBe(401);
    await logIn(NEW_PASSWORD, recoveryCodes.pop());
    await expectToast(page, 'Welcome back!');
    await openSettings();
  });

  it('downloads what is held of one', async () => {
    await button('Make a copy').click();
    const link = section('Download my data').getByRole('link', { name: /^Download the copy \(\d+ KB\)$/ });
    await section('Download my data')
      .getByText(/^Your copy is here until /)
      .waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const files = unzipSync(new Uint8Array(readFileSync(await download.path())));
    const json = (name: string): unknown => JSON.parse(strFromU8(files[name]!));
    expect(strFromU8(files['README.txt']!)).toContain('This is what Fanfare holds of you');
    expect(json('account.json')).toMatchObject({ username, email: `next.${email}` });
    expect(json('sessions.json')).toMatchObject([{ device: 'Chrome on Linux' }]);
    expect(
      Object.values(files)
        .map((bytes) => strFromU8(bytes))
        .join(),
    ).not.toContain(NEW_PASSWORD);
  });

  it('deletes the account by the password', async () => {
    const write = await elsewhere(NEW_PASSWORD);
    await button('Delete my account').click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await dialog.getByText('The password is not right.').waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expectToast(page, 'Account deleted');
    await expect.poll(path).toBe('/');
    await page.getByRole('banner').getByRole('link', { name: 'Log In' }).waitFor();
    expect(await write()).toBe(401);
  });

  it('is nobody here from then on', async () => {
    await page.goto('/login');
    await logIn(NEW_PASSWORD);
    await expectToast(page, 'Login Failed', 'Invalid username or password');
    const isGone = async () => {
      await page.goto(`/channel/${username}`);
      return page.getByRole('heading', { level: 1 }).first().innerText();
    };
    await expect.poll(isGone, { timeout: 60_000 }).toBe('Channel not found');
  });
});
