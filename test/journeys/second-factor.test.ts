/** @module-tag slow */
import { TOTP } from 'otpauth';
import { expect } from 'vitest';
import { expectToast } from '#test/support/browser/browser.ts';
import { button, expectAccessible, fillIn, it, logIn, logOut } from '#test/support/browser/journey.ts';
import { PASSWORD } from '#test/support/site/people.ts';

const PERIOD_MS = 30_000;

it('a user turns on two-factor log-in, uses it, and signs a known device out', async ({
  person,
  visitor,
  expectedErrors,
}) => {
  const { username, ...session } = await person('CarefulFan');
  const page = await visitor({ username, ...session });
  await page.goto('/settings');
  const section = page.getByRole('region', { name: 'Two-factor authentication' });
  await section.getByRole('button', { name: 'Turn on' }).click();
  await section.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await section.getByRole('button', { name: 'Continue' }).click();
  await section.getByRole('img', { name: 'QR code' }).waitFor();
  await expectAccessible(page);
  const totp = new TOTP({ secret: (await section.getByRole('code').innerText()).replaceAll(/\s/g, '') });
  await section.getByRole('textbox', { name: 'Code' }).fill(totp.generate());
  await section.getByRole('button', { name: 'Turn on' }).click();
  await expectToast(page, 'Two-factor authentication is on');
  const codes = section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect.poll(() => codes.count()).toBe(10);
  const [recoveryCode] = (await codes.allInnerTexts()) as [string];
  await button(page, "I've saved them").click();
  await logOut(page);

  expectedErrors.push(/40[13] .*\/auth\/(login|refresh)/, /401 .*\/passes\//);
  await logIn(page, username, PASSWORD);
  await fillIn(page, { Code: '000000' });
  await button(page, 'Log In').click();
  await expectToast(page, 'Login Failed', 'The code is wrong or has already been used.');
  await fillIn(page, { Code: totp.generate({ timestamp: Date.now() + PERIOD_MS }) });
  await button(page, 'Log In').click();
  await expectToast(page, 'Welcome back!');

  const phone = await visitor(undefined, { viewport: { width: 390, height: 844 } });
  await logIn(phone, username, PASSWORD);
  await button(phone, 'Use a recovery code').click();
  await fillIn(phone, { Code: recoveryCode });
  await button(phone, 'Log In').click();
  await expectToast(phone, 'Welcome back!');
  await phone.goto('/settings');
  const devices = phone.getByRole('region', { name: "Where you're logged in" }).getByRole('listitem');
  const others = devices.filter({ hasNotText: 'This device' });
  await expect.poll(() => others.count()).toBeGreaterThan(0);
  for (let left = await others.count(); left > 0; left--) {
    await others.first().getByRole('button').click();
    await expect.poll(() => others.count()).toBe(left - 1);
  }
  await page.goto('/settings');
  await page.getByRole('heading', { name: 'Log In' }).waitFor();
});
