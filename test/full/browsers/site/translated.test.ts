/** Pages that the browser translates: it wraps their texts in `<font>` elements. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { translate } from '#test/support/browser/translate.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { PASSWORD, type Person } from '#test/support/site/people.ts';

const world = useWorld();
let gale: Person;
beforeAll(async () => {
  gale = await world.person('GaleForce');
});

/** As Chromium does, also what the page shows later. */
async function keepTranslated(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(`
    (${translate})(document.body);
    new MutationObserver(() => (${translate})(document.body)).observe(document.body, {
      childList: true, characterData: true, subtree: true,
    });
  `);
}

it('logs in after a wrong password', async () => {
  const { page, complaints } = await world.visitor();
  await page.goto('/login');
  await page.getByLabel('Username').waitFor();
  await keepTranslated(page);
  await page.getByLabel('Username').fill('GaleForce');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: 'Log In' }).and(page.locator(':enabled')).waitFor();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  expect(complaints.filter((one) => !one.includes('401'))).toEqual([]);
});

it('signs up', async () => {
  const { page, complaints } = await world.visitor();
  await page.goto('/signup');
  await page.getByLabel('Username').waitFor();
  await keepTranslated(page);
  await page.getByLabel('Username').fill('FannyFan');
  await page.getByLabel('Email').fill('fanny@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  expect(complaints).toEqual([]);
});

it('follows a channel, whose button then says so', async () => {
  const fanny = await world.person('Follower');
  const { page, complaints } = await world.visitor(fanny);
  await page.goto('/channel/GaleForce');
  await page.getByRole('button', { name: 'Follow', exact: true }).waitFor();
  await keepTranslated(page);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await page.getByRole('button', { name: 'Following', exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

it('saves a profile', async () => {
  const { page, complaints } = await world.visitor(gale);
  await page.goto('/channel/GaleForce');
  await page.getByRole('button', { name: 'Edit profile' }).waitFor();
  await keepTranslated(page);
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.getByRole('dialog').getByLabel('Display name').fill('Gale');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('Something went wrong').waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});
