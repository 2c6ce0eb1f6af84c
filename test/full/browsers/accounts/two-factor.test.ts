/** A second factor, from the first look at it to its end. */
import { readFileSync } from 'node:fs';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { violations } from '../../../support/browser/accessibility.ts';
import { expectFocusOn, expectToast } from '../../../support/browser/browser.ts';
import { useWorld } from '../../../support/browser/world.ts';
import { PASSWORD } from '../../../support/site/people.ts';

const PERIOD_MS = 30_000;
const USERNAME = 'CarefulFan';

const world = useWorld();
let page: Page;
let recoveryCodes: readonly string[];
let totp: TOTP;

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const section = () => page.getByRole('region', { name: 'Two-factor log-in' });
const dialog = () => page.getByRole('dialog');

/** What logs in besides the password: of the app, where nothing else is said. */
async function logIn(code?: string): Promise<void> {
  await page.goto('/login');
  await field('Username').fill(USERNAME);
  await field('Password').fill(PASSWORD);
  await button('Log In').click();
  if (code === undefined) return;
  await field('Code').fill(code);
  await page.keyboard.press('Enter');
}

async function logOut(): Promise<void> {
  await button('Log Out').click();
  await page.getByRole('heading', { name: 'Log In' }).waitFor();
}

beforeAll(async () => {
  ({ page } = await world.visitor());
  await page.goto('/signup');
  const fields = { Username: USERNAME, Email: 'careful@fans.example' };
  for (const [label, text] of Object.entries(fields)) await field(label).fill(text);
  for (const label of ['Password', 'Confirm Password']) await field(label).fill(PASSWORD);
  await button('Sign Up').click();
  await expectToast(page, 'Account created!');
  await page.goto('/settings');
});

it('is turned on by password and app code, by keyboard only', async () => {
  await section().getByRole('button', { name: 'Turn on' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => field('Password').evaluate((input) => input === document.activeElement)).toBe(true);
  await button('Cancel').press('Enter');
  await expectFocusOn(page, 'It is off.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await section().getByText('The password is not right.').waitFor();
  await field('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await section().getByRole('img', { name: 'QR code' }).waitFor();
  expect(await violations(page)).toEqual([]);
  const secret = (await section().getByRole('code').innerText()).replaceAll(/\s/g, '');
  const address = await section().getByRole('link', { name: 'Open it' }).getAttribute('href');
  expect(address).toContain(`secret=${secret}`);
  totp = new TOTP({ secret });
  await field('Code').fill('000000');
  await page.keyboard.press('Enter');
  await section().getByText('Code is not right, or was used already.').waitFor();
  await field('Code').fill(totp.generate());
  await page.keyboard.press('Enter');
  await expectToast(page, 'Two-factor log-in is on');
});

it('shows recovery codes to keep', async () => {
  const codes = section().getByRole('list', { name: 'Recovery codes' }).locator('li');
  await expect.poll(() => codes.count()).toBe(10);
  recoveryCodes = await codes.allInnerTexts();
  expect(await violations(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    section().getByRole('link', { name: 'Download codes' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('fanfare-recovery-codes.txt');
  const text = readFileSync(await download.path(), 'utf8');
  for (const kept of [USERNAME, ...recoveryCodes]) expect(text).toContain(kept);
  await button('I have kept them').click();
  await section().getByText('You have 10 recovery codes left.').waitFor();
  await expectFocusOn(page, 'It is on.');
  expect(await violations(page)).toEqual([]);
});

it('asks for a code at log-in, marks a wrong one and offers a way back', async () => {
  await logOut();
  await logIn('000000');
  await expectToast(page, 'Login Failed', 'Code is not right, or was used already.');
  expect(await violations(page)).toEqual([]);
  await button('Back').click();
  await expect.poll(() => field('Username').isVisible()).toBe(true);
  await logIn(totp.generate({ timestamp: Date.now() + PERIOD_MS }));
  await expectToast(page, 'Welcome back!');
});

it('accepts a typed recovery code instead', async () => {
  await logOut();
  await logIn();
  await button('Use a recovery code').click();
  await field('Code').fill(recoveryCodes[0]!);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Welcome back!');
  await page.goto('/settings');
  await section().getByText('You have 9 recovery codes left.').waitFor();
});

it('issues new recovery codes and is turned off by password and code', async () => {
  const prove = async (code: string, action: string) => {
    await dialog().getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await dialog().getByRole('textbox', { name: 'Code' }).fill(code);
    await dialog().getByRole('button', { name: action, exact: true }).click();
  };
  await section().getByRole('button', { name: 'New recovery codes' }).click();
  await prove(recoveryCodes[1]!, 'Make new codes');
  const codes = section().getByRole('list', { name: 'Recovery codes' }).locator('li');
  await codes.first().waitFor();
  await expectFocusOn(page, 'Keep your recovery codes');
  const [first = ''] = await codes.allInnerTexts();
  await button('I have kept them').click();
  await section().getByRole('button', { name: 'Turn off' }).click();
  await prove(recoveryCodes[2]!, 'Turn off');
  await dialog().getByText('Code is not right, or was used already.').waitFor();
  await prove(first, 'Turn off');
  await expectToast(page, 'Two-factor log-in is off');
  await section().getByRole('button', { name: 'Turn on' }).waitFor();
  await expectFocusOn(page, 'It is off.');
});
