/** The queue of the site's moderators, and what suspended people see. */
import { screen, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import type { ModerationCase } from '#shared/community/moderation.ts';
import { aChannel, expectToast, FAN, openScreen, press } from '#test/support/browser/screen.tsx';

const APPEAL: ModerationCase = {
  id: `appeal.${FAN.id}`,
  kind: 'appeal',
  channel_id: FAN.id,
  username: 'LoudFan',
  evidence: {
    text: 'I am sorry',
    title: null,
    picture_urls: [],
    at: null,
    suspension: { reason: 'spam', words: 'This is no shop.', until: null },
  },
  reports: 1,
  reasons: [],
  first_at: '2026-11-27T10:00:00.000Z',
  latest_at: '2026-11-27T10:00:00.000Z',
  is_open: true,
  version: 0,
  decisions: [],
};
const MODERATOR = { ...FAN, is_moderator: true };

it('the link to the queue has the number of open cases', async () => {
  const answers = { 'GET /moderation/cases': { cases: [APPEAL, { ...APPEAL, id: 'video' }], next: null } };
  await openScreen('/about', { as: MODERATOR, answers });
  const link = await screen.findByRole('link', { name: 'Moderation (2)' });
  expect(link.getAttribute('href')).toBe('/moderation');
});

it('the link counts one page of cases', async () => {
  const answers = { 'GET /moderation/cases': { cases: [APPEAL], next: 'more' } };
  await openScreen('/about', { as: MODERATOR, answers });
  expect(await screen.findByRole('link', { name: 'Moderation (1+)' })).toBeDefined();
});

it('the link has no number when there is no open case', async () => {
  const answers = { 'GET /moderation/cases': { cases: [], next: null } };
  await openScreen('/about', { as: MODERATOR, answers });
  expect(await screen.findByRole('link', { name: 'Moderation' })).toBeDefined();
});

it('an appeal shows why the account was suspended', async () => {
  const answers = { 'GET /moderation/cases': { cases: [APPEAL], next: null } };
  await openScreen('/moderation', { as: MODERATOR, answers });
  const card = within(await screen.findByRole('article'));
  card.getByText(/^Suspended for: Spam or a scam/);
  card.getByText('This is no shop.');
  expect(card.getByText('I am sorry')).toBeDefined();
});

const SUSPENDED = { ...FAN, suspension: { until: null, reason: 'spam', words: 'This is no shop.' } };

it('a suspended person sees why, and appeals, from any page', async () => {
  const answers = { 'GET /auth/me': SUSPENDED, 'POST /reports/appeals': undefined };
  const page = await openScreen('/about', { as: SUSPENDED, answers });
  await press(page, 'Why, and how to appeal');
  const dialog = within(await screen.findByRole('dialog', { name: /suspended/ }));
  dialog.getByText(/^Reason: Spam or a scam/);
  dialog.getByText('This is no shop.');
  await page.user.type(dialog.getByRole('textbox'), 'I am sorry');
  await page.user.click(dialog.getByRole('button', { name: 'Send appeal' }));
  await dialog.findByText(/^Your appeal was sent/);
  expect(page.api.sentTo('POST /reports/appeals').map(({ body }) => body)).toEqual([{ words: 'I am sorry' }]);
});

it('a suspended person reads so in the box of a chat', async () => {
  const answers = { 'GET /auth/me': SUSPENDED, 'GET /streamers/{username}': aChannel() };
  await openScreen('/channel/GaleForce', { as: SUSPENDED, answers });
  const chat = within(await screen.findByRole('complementary', { name: 'Stream Chat' }));
  const link = await chat.findByRole('link', { name: 'Why, and how to appeal' });
  expect(link.getAttribute('href')).toBe('/settings');
  expect(chat.queryByRole('textbox', { name: 'Send a message' })).toBeNull();
});

it.each([
  ['Report channel', 'channel'],
  ['Report profile', 'profile'],
])('%s sends the channel and the reason', async (entry, kind) => {
  const channel = aChannel();
  const answers = { 'GET /streamers/{username}': channel, 'POST /reports': undefined };
  const page = await openScreen(`/channel/${channel.username}`, { as: FAN, answers });
  await press(page, `More options for ${channel.display_name}`);
  await page.user.click(await screen.findByRole('menuitem', { name: entry }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Report' }));
  await page.user.selectOptions(dialog.getByLabelText(/What/), 'spam');
  await page.user.click(dialog.getByRole('button', { name: 'Report' }));
  await expectToast('Thank you. A moderator will look at it.');
  expect(page.api.sentTo('POST /reports').map(({ body }) => body)).toEqual([
    { kind, id: channel.id, reason: 'spam', words: '' },
  ]);
});
