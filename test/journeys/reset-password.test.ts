/** @module-tag slow */
import { expect } from 'vitest';
import { expectToast } from '#test/support/browser/browser.ts';
import { button, expectAccessible, fillIn, it, logIn, pathOf } from '#test/support/browser/journey.ts';
import { codeMailedTo } from '#test/support/site/mails.ts';
import { PASSWORD } from '#test/support/site/people.ts';

it('a user resets a forgotten password by mail and continues where they wanted to go', async ({
  site,
  person,
  visitor,
  expectedErrors,
}) => {
  const newPassword = 'a newer breeze 63';
  const { user } = await person('ForgetfulFan');
  const page = await visitor();
  await page.goto('/upload');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('heading', { name: 'Forgot password' }).waitFor();
  await fillIn(page, { Username: user.email });
  await button(page, 'Send code').click();
  await page.getByText(`If ${user.email} has an account`).waitFor();
  await expectAccessible(page);
  await fillIn(page, {
    Code: await codeMailedTo(site.dataDir, user.email),
    'New password': newPassword,
  });
  await button(page, 'Change password').click();
  await expectToast(page, 'Password changed');

  await fillIn(page, { Username: user.username, Password: newPassword });
  await button(page, 'Log In').click();
  await expect.poll(() => pathOf(page)).toBe('/upload');

  expectedErrors.push(/401 .*\/auth\/login/);
  const stranger = await visitor();
  await logIn(stranger, user.username, PASSWORD);
  await expectToast(stranger, 'Login Failed', 'Invalid username or password');
});
