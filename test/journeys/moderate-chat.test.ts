/** @module-tag slow */
import { expectToast } from '#test/support/browser/browser.ts';
import { button, expectAccessible, it } from '#test/support/browser/journey.ts';
import { chooseOfMessage, messageLine } from '#test/support/browser/keyboard.ts';

it('a moderator removes a message and times its author out while two others watch', async ({
  person,
  visitor,
}) => {
  const [streamer, moderator, author] = [
    await person('CalmGale'),
    await person('CalmMod'),
    await person('LoudFan'),
  ];
  const pages = {
    streamer: await visitor(streamer),
    moderator: await visitor(moderator),
    author: await visitor(author),
    guest: await visitor(),
  };
  for (const page of Object.values(pages)) await page.goto('/channel/CalmGale');
  await button(pages.streamer, 'Chat moderation').click();
  const rules = pages.streamer.getByRole('dialog', { name: 'Chat moderation' });
  await rules.getByRole('textbox', { name: 'Username' }).fill('CalmMod');
  await rules.getByRole('textbox', { name: 'Username' }).press('Enter');
  await rules.getByRole('button', { name: 'Remove moderator: CalmMod' }).waitFor();
  await expectAccessible(pages.streamer);
  await pages.streamer.keyboard.press('Escape');

  const field = pages.author.getByRole('textbox', { name: 'Send a message' });
  for (const text of ['Buy my fans', 'Buy my other fans']) {
    await field.fill(text);
    await field.press('Enter');
    for (const page of Object.values(pages)) await messageLine(page, text).waitFor();
  }
  await chooseOfMessage(pages.moderator, 'Buy my fans', 'Remove');
  for (const page of Object.values(pages))
    await messageLine(page, 'Buy my fans').waitFor({ state: 'detached' });
  await chooseOfMessage(pages.moderator, 'my other fans', 'Time out…');
  const dialog = pages.moderator.getByRole('dialog', { name: 'Time out LoudFan' });
  await dialog.getByRole('combobox', { name: 'For how long' }).selectOption('10 minutes');
  await dialog.getByRole('button', { name: 'Time out' }).click();
  await expectToast(pages.moderator, 'LoudFan is timed out');

  await pages.author.getByText('You are timed out').waitFor();
  await field.waitFor({ state: 'detached' });
});
