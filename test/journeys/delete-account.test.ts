/** @module-tag slow */
import { expect } from 'vitest';
import { expectToast } from '#test/support/browser/browser.ts';
import { button, expectAccessible, it, logIn, pathOf } from '#test/support/browser/journey.ts';
import { PASSWORD } from '#test/support/site/people.ts';

it('a user deletes the account, and the channel is gone', async ({ person, visitor, expectedErrors }) => {
  const owner = await person('LeavingFan');
  const page = await visitor(owner);
  await page.goto('/settings');
  await button(page, 'Delete my account').click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await expectAccessible(page);
  // Requests that are under way when the account is locked are refused.
  expectedErrors.push(/401 /);
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expectToast(page, 'Account deleted');
  await expect.poll(() => pathOf(page)).toBe('/');
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).waitFor();

  expectedErrors.push(/Channel not found/, /404 .*\/(streamers|channel)\//);
  await logIn(page, owner.username, PASSWORD);
  await expectToast(page, 'Login Failed', 'Invalid username or password');
  await expect
    .poll(async () => {
      await page.goto(`/channel/${owner.username}`);
      return page.getByRole('heading', { level: 1 }).first().innerText();
    })
    .toBe('Channel not found');
});
