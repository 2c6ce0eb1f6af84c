/** What a chat shows to those who may not write in it, and what it asks of its moderators. */
import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import type { ChatMessage } from '#shared/community/chat.ts';
import type { ChatRoom, OwnRole, RoomAct } from '#shared/community/rooms.ts';
import { type Answers, refusal } from '#test/support/browser/fake-api.ts';
import { aChannel, expectToast, FAN, openScreen, press, type Screen } from '#test/support/browser/screen.tsx';
import { roomQuery } from '#web/features/chat/rooms.queries.ts';
import { queryClient } from '#web/lib/api/query.ts';

const GALE = aChannel({ is_live: false });
const PLACE: OwnRole = { role: 'viewer', silenced: null, must_follow: false, next_at: null };
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

async function openChat(answers: Answers): Promise<Screen> {
  const all = { 'GET /streamers/{username}': GALE, ...answers };
  const page = await openScreen('/channel/GaleForce', { as: FAN, answers: all });
  await screen.findByRole('complementary', { name: 'Stream Chat' });
  return page;
}
const chat = () => within(screen.getByRole('complementary', { name: 'Stream Chat' }));
const field = () => chat().queryByRole('textbox', { name: 'Send a message' });

it('a banned person reads why in place of the field, and appeals once', async () => {
  const silenced = { until: null, reason: 'Spam', appeal: 'possible' } as const;
  const page = await openChat({
    'GET /rooms/{id}/me': { ...PLACE, silenced },
    'POST /rooms/{id}/appeals': undefined,
  });
  await screen.findByText('You are banned from this chat.');
  chat().getByText('Reason: Spam');
  expect(field()).toBeNull();
  await press(page, 'Appeal');
  await page.user.type(chat().getByRole('textbox', { name: /Why you should be able/ }), 'I am sorry');
  page.api.answer({ 'GET /rooms/{id}/me': { ...PLACE, silenced: { ...silenced, appeal: 'sent' } } });
  await press(page, 'Send appeal');
  await screen.findByText(/^Your appeal was sent/);
  expect(chat().queryByRole('button', { name: 'Appeal' })).toBeNull();
  expect(page.api.sentTo('POST /rooms/{id}/appeals').map(({ body }) => body)).toEqual([
    { words: 'I am sorry' },
  ]);
});

it('a timed-out person reads until when, also if that happens while they write', async () => {
  const page = await openChat({
    'POST /chat/{id}': refusal(403, 'You are timed out in this chat.', 'chat_refused'),
  });
  const composer = await chat().findByRole('textbox', { name: 'Send a message' });
  await page.user.type(composer, 'Hello?');
  const silenced = { until: inHours(1), reason: '', appeal: 'none' } as const;
  page.api.answer({ 'GET /rooms/{id}/me': { ...PLACE, silenced } });
  await page.user.keyboard('{Enter}');
  await screen.findByText(/^You are timed out in this chat until /);
  expect(chat().queryByRole('button', { name: 'Appeal' })).toBeNull();
  expect(field()).toBeNull();
});

it('a time-out that is over leaves the field', async () => {
  const silenced = { until: inHours(-1), reason: '', appeal: 'none' } as const;
  await openChat({ 'GET /rooms/{id}/me': { ...PLACE, silenced } });
  expect(await chat().findByRole('textbox', { name: 'Send a message' })).toBeDefined();
});

const SPAM: ChatMessage = {
  id: '00000000000000000000000009',
  username: 'LoudFan',
  message: 'Buy my fans',
  timestamp: new Date().toISOString(),
};
const ROOM: ChatRoom = {
  slow_mode_s: 0,
  followers_only: false,
  links_allowed: true,
  pinned: null,
  moderators: [FAN.username],
  rules: '',
};

const BAN: Answers = {
  'PUT /rooms/{id}/sanctions/{username}': { username: 'LoudFan', until: null, reason: 'Spam', appeal: null },
};
const MODERATED: Answers = { 'GET /rooms/{id}': ROOM, 'GET /chat/{id}': [SPAM] };

async function chooseOfSpam(page: Screen, name: string): Promise<void> {
  await chat().findByText('Buy my fans');
  await press(page, "Actions for LoudFan's message");
  await page.user.click(await screen.findByRole('menuitem', { name }));
}

it('a ban asks first, takes a reason, and removes the messages page by page', async () => {
  const page = await openChat({
    ...MODERATED,
    ...BAN,
    'DELETE /rooms/{id}/people/{username}/messages': ({ query }) =>
      query['cursor'] ? { removed: 2, next: null } : { removed: 40, next: SPAM.id },
  });
  await chooseOfSpam(page, 'Ban…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Ban LoudFan' }));
  expect(page.api.sentTo('PUT /rooms/{id}/sanctions/{username}')).toEqual([]);
  expect(dialog.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  await page.user.selectOptions(dialog.getByLabelText('Which messages'), 'All');
  await page.user.type(dialog.getByLabelText('Reason (optional)'), 'Spam');
  await page.user.click(dialog.getByRole('button', { name: 'Ban' }));
  await expectToast('LoudFan is banned', '42 messages removed');
  const sent = (route: 'PUT /rooms/{id}/sanctions/{username}') =>
    page.api.sentTo(route).map(({ body }) => body);
  expect(sent('PUT /rooms/{id}/sanctions/{username}')).toEqual([{ minutes: null, reason: 'Spam' }]);
  const removals = page.api.sentTo('DELETE /rooms/{id}/people/{username}/messages');
  expect(removals.map(({ query }) => query)).toEqual([{}, { cursor: SPAM.id }]);
});

it('a time-out leaves the messages, unless they are to be removed', async () => {
  const page = await openChat({ ...MODERATED, ...BAN });
  await chooseOfSpam(page, 'Time out…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Time out LoudFan' }));
  expect(dialog.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
  await page.user.click(dialog.getByRole('button', { name: 'Time out' }));
  await expectToast('LoudFan is timed out');
  expect(page.api.sentTo('DELETE /rooms/{id}/people/{username}/messages')).toEqual([]);
});

it('a removal that fails says so, and that the ban is in force', async () => {
  const page = await openChat({
    ...MODERATED,
    ...BAN,
    'DELETE /rooms/{id}/people/{username}/messages': refusal(429, 'Too many changes', 'too_many_requests'),
  });
  await chooseOfSpam(page, 'Ban…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Ban LoudFan' }));
  await page.user.click(dialog.getByRole('button', { name: 'Ban' }));
  await expectToast('LoudFan is banned', 'Some of their messages could not be removed. Please try again.');
});

it('an author deletes their own message', async () => {
  const mine = { ...SPAM, username: FAN.username, message: 'Oops' };
  const page = await openChat({
    'GET /chat/{id}': [mine],
    'DELETE /rooms/{id}/messages/{message_id}': undefined,
  });
  await chat().findByText('Oops');
  await press(page, `Actions for ${FAN.username}'s message`);
  await page.user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await expectToast('Message deleted');
});

it('the log of a chat undoes what a moderator did', async () => {
  const act: RoomAct = {
    id: SPAM.id,
    at: SPAM.timestamp,
    act: 'remove',
    by: 'CalmMod',
    username: 'LoudFan',
    reason: '',
    until: null,
    messages: [SPAM],
    undone: null,
    can_undo: true,
  };
  const page = await openChat({
    ...MODERATED,
    'GET /chat/{id}': [],
    'GET /rooms/{id}/acts': { acts: [act], next: null },
    'GET /rooms/{id}/sanctions': { sanctions: [], next: null },
    'GET /rooms/{id}/words': { words: [] },
    'POST /rooms/{id}/acts/{act_id}/undo': undefined,
  });
  await press(page, 'Chat moderation');
  const line = await screen.findByText('CalmMod removed messages from LoudFan');
  within(line.closest('li')!).getByText('Buy my fans');
  const undone = { ...act, undone: { by: FAN.username, at: SPAM.timestamp }, can_undo: false };
  page.api.answer({ 'GET /rooms/{id}/acts': { acts: [undone], next: null } });
  await press(page, /^Undo/);
  await expectToast('Undone');
  await screen.findByText(`Undone by ${FAN.username}`);
});

const RULES = { ...ROOM, moderators: [], rules: 'Be kind.' };

it('a chat with rules asks to accept them before the first message, and again after a change', async () => {
  const sent: ChatMessage = { ...SPAM, username: FAN.username, message: 'Hello' };
  const page = await openChat({ 'GET /rooms/{id}': RULES, 'POST /chat/{id}': sent });
  const composer = await chat().findByRole('textbox', { name: 'Send a message' });
  await page.user.type(composer, 'Hello{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Chat rules' }));
  dialog.getByText('Be kind.');
  expect(page.api.sentTo('POST /chat/{id}')).toEqual([]);
  await page.user.click(dialog.getByRole('button', { name: 'Accept and send' }));
  await waitFor(() => expect(page.api.sentTo('POST /chat/{id}')).toHaveLength(1));
  await page.user.type(composer, 'Again{Enter}');
  await waitFor(() => expect(page.api.sentTo('POST /chat/{id}')).toHaveLength(2));
  queryClient.setQueryData(roomQuery(GALE.id).queryKey, { ...RULES, rules: 'Be very kind.' });
  await page.user.type(composer, 'Once more{Enter}');
  await screen.findByRole('dialog', { name: 'Chat rules' });
  expect(page.api.sentTo('POST /chat/{id}')).toHaveLength(2);
});

it('rules that are not accepted keep the draft', async () => {
  const page = await openChat({ 'GET /rooms/{id}': RULES });
  const composer = await chat().findByRole<HTMLInputElement>('textbox', { name: 'Send a message' });
  await page.user.type(composer, 'Hello{Enter}');
  await press(page, 'Cancel');
  expect([composer.value, page.api.sentTo('POST /chat/{id}')]).toEqual(['Hello', []]);
});

it('viewers read the rules, and have no tools of moderators', async () => {
  const page = await openChat({ 'GET /rooms/{id}': RULES });
  await chat().findByRole('button', { name: 'Chat rules' });
  expect(chat().queryByRole('button', { name: 'Chat moderation' })).toBeNull();
  await press(page, 'Chat rules');
  const dialog = within(await screen.findByRole('dialog', { name: 'Chat rules' }));
  expect(dialog.getByText('Be kind.')).toBeDefined();
});

it('a streamer makes somebody a moderator from a message', async () => {
  const own = { ...GALE, id: FAN.id, username: FAN.username };
  const page = await openScreen(`/channel/${FAN.username}`, {
    as: FAN,
    answers: {
      'GET /streamers/{username}': own,
      'GET /chat/{id}': [SPAM],
      'PUT /rooms/{id}/moderators/{username}': { ...ROOM, moderators: ['LoudFan'] },
    },
  });
  await screen.findByRole('complementary', { name: 'Stream Chat' });
  await chooseOfSpam(page, 'Make moderator');
  await expectToast('LoudFan is now a moderator');
  const [request] = page.api.sentTo('PUT /rooms/{id}/moderators/{username}');
  expect(request?.params).toEqual({ id: FAN.id, username: 'LoudFan' });
});
