/** @module-tag slow */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { expectToast } from '#test/support/browser/browser.ts';
import { button, expectAccessible, it } from '#test/support/browser/journey.ts';
import { chooseOfMessage, messageLine } from '#test/support/browser/keyboard.ts';

it('a viewer reports a message, a moderator of the site removes it, and the transparency log proves it', async ({
  site,
  person,
  visitor,
}) => {
  const [author, reporter, moderator] = [
    await person('ShadyFans'),
    await person('ReportingFan'),
    await person('SiteMod'),
  ];
  const env = { ...process.env, DATA_DIR: site.dataDir };
  await promisify(execFile)('npm', ['run', 'admin', '--silent', '--', 'grant', 'SiteMod'], { env });
  await author.call('POST', `/chat/${author.id}`, { message: 'Buy my fans now' });

  const viewer = await visitor(reporter, { viewport: { width: 390, height: 844 } });
  await viewer.goto('/channel/ShadyFans');
  await chooseOfMessage(viewer, 'Buy my fans now', 'Report');
  const dialog = viewer.getByRole('dialog', { name: 'Report', exact: true });
  await dialog.getByRole('combobox', { name: "What's wrong with it?" }).selectOption('Spam or a scam');
  await dialog.getByRole('textbox', { name: 'Anything to add?' }).fill('The same in every chat');
  await expectAccessible(viewer);
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expectToast(viewer, 'Thank you. A moderator will look at it.');

  const queue = await visitor(moderator);
  await queue.goto('/moderation');
  const card = queue.getByRole('article', { name: 'Message: ShadyFans' });
  await card.getByRole('button', { name: 'Remove…' }).click();
  const decision = queue.getByRole('dialog', { name: 'Remove this' });
  await decision.getByRole('textbox').fill('No shops here, please.');
  await decision.getByRole('button', { name: 'Remove', exact: true }).click();
  await card.waitFor({ state: 'detached' });
  await messageLine(viewer, 'Buy my fans now').waitFor({ state: 'detached' });

  const reader = await visitor();
  await reader.goto('/transparency');
  await reader.getByRole('table').getByRole('row').filter({ hasText: 'Spam or a scam' }).waitFor();
  expect(await reader.getByRole('main').innerText()).not.toContain('ShadyFans');
  await button(reader, 'Check the chain').click();
  await reader.getByText(/^All \d+ entries are there, unchanged and in order\.$/).waitFor();
});
