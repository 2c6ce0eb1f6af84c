import { expect } from 'vitest';
import { expectAccessible, it, pathOf } from '#test/support/browser/journey.ts';

it('a visitor finds a channel by search and opens it', async ({ person, visitor }) => {
  const streamer = await person('MistralFinder');
  await streamer.call('PUT', '/streamers/profile', { description: 'Pedestal fans, measured and compared' });
  const page = await visitor();
  await page.goto('/');
  const box = page.getByRole('banner').getByPlaceholder('Search...', { exact: true });
  await box.fill('mistralf');
  await page.getByRole('option', { name: /MistralFinder/ }).waitFor();
  await box.press('Enter');
  await page.getByRole('heading', { name: 'Results for “mistralf”' }).waitFor();
  await expectAccessible(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: /MistralFinder/ })
    .first()
    .click();
  await expect.poll(() => pathOf(page)).toBe('/channel/MistralFinder');
  await page.getByText('Channel Offline').first().waitFor();
  await page.getByText('Pedestal fans, measured and compared').first().waitFor();
});
