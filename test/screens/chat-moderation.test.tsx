/** What a chat shows to those who may not write in it, and what it asks of its moderators. */
import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import type { ChatMessage } from '../../shared/community/chat.ts';
import type { ChatRoom, OwnPlace } from '../../shared/community/rooms.ts';
import { type Answers, refusal } from '../support/browser/fake-api.ts';
import { aChannel, expectToast, FAN, openScreen, press, type Screen } from '../support/browser/screen.tsx';

const GALE = aChannel({ is_live: false });
const PLACE: OwnPlace = { role: 'viewer', silenced: null, must_follow: false, next_at: null };
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
};

it('a ban asks first, and takes a reason', async () => {
  const page = await openChat({
    'GET /rooms/{id}': ROOM,
    'GET /chat/{id}': [SPAM],
    'PUT /rooms/{id}/sanctions/{username}': {
      username: 'LoudFan',
      until: null,
      reason: 'Spam',
      appeal: null,
    },
  });
  await chat().findByText('Buy my fans');
  await press(page, "Actions for LoudFan's message");
  await page.user.click(await screen.findByRole('menuitem', { name: 'Ban…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ban LoudFan' }));
  expect(page.api.sentTo('PUT /rooms/{id}/sanctions/{username}')).toEqual([]);
  await page.user.type(dialog.getByLabelText('Reason (optional)'), 'Spam');
  await page.user.click(dialog.getByRole('button', { name: 'Ban' }));
  await expectToast('LoudFan is banned');
  await waitFor(() =>
    expect(page.api.sentTo('PUT /rooms/{id}/sanctions/{username}').map(({ body }) => body)).toEqual([
      { minutes: null, reason: 'Spam' },
    ]),
  );
});
