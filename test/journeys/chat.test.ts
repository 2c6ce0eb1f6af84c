import { expect } from 'vitest';
import { expectAccessible, it } from '#test/support/browser/journey.ts';
import { chooseOfMessage, messageLine } from '#test/support/browser/keyboard.ts';

it('viewers chat, mention and reply, and both see each message', async ({ person, visitor }) => {
  const [streamer, viewer] = [await person('ChattyGale'), await person('ChattyFan')];
  const pages = [await visitor(streamer), await visitor(viewer)] as const;
  const [hers, his] = pages;
  const field = (page: typeof hers) => page.getByRole('textbox', { name: 'Send a message' });
  for (const page of pages) {
    await page.goto('/channel/ChattyGale');
    await field(page).waitFor();
  }
  const say = async (page: typeof hers, words: string, rest = '') => {
    await field(page).fill(words + rest);
    await field(page).press('Enter');
    for (const each of pages) await messageLine(each, words).waitFor();
  };
  await say(his, 'How loud is it at night?');
  await say(hers, 'Listen, @ChattyFan: 24 dB', ' :fan:');
  await expect.poll(() => messageLine(his, 'Listen').getAttribute('data-for-reader')).toBe('true');
  await messageLine(his, 'Listen').getByRole('img', { name: ':fan:' }).waitFor();

  await chooseOfMessage(his, 'Listen', 'Reply');
  await say(his, 'As quiet as a library');
  await messageLine(hers, 'As quiet as a library').getByText('24 dB').waitFor();
  await expectAccessible(his);

  await his.reload();
  await messageLine(his, 'As quiet as a library').waitFor();
  await expect.poll(() => messageLine(his, 'How loud is it at night?').count()).toBe(1);
});
