/** Polls above the chat: the card of viewers, and the dialog of moderators. */
import { screen, waitFor, within } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Poll } from '#shared/community/polls.ts';
import type { ChatRoom, OwnRole } from '#shared/community/rooms.ts';
import type { ChannelEvent } from '#shared/live/channel-events.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/plain/time.ts';
import { channelTopic } from '#shared/plain/topics.ts';
import { type Answers, refusal } from '#test/support/browser/fake-api.ts';
import { aChannel, expectToast, FAN, openScreen, press } from '#test/support/browser/screen.tsx';

const listening = vi.hoisted(() => new Map<string, (event: unknown) => void>());

vi.mock(import('#web/lib/realtime/topic-socket.ts'), () => ({
  subscribeToTopic: async (_realtime, { topic }, { onEvent }) => {
    listening.set(topic, onEvent);
    return () => void listening.delete(topic);
  },
}));

const GALE = aChannel({ viewers: 12 });
const PASS = { pass: 'pass', renew_after_ms: HOUR_MS };
const ROOM: ChatRoom = {
  slow_mode_s: 0,
  followers_only: false,
  links_allowed: true,
  pinned: null,
  moderators: [],
  rules: '',
};
const OWN: OwnRole = { role: 'viewer', silenced: null, must_follow: false, next_at: null };
const POLL_ID = '01ARZ3NDEKTSV4RRFF00000001';

const aPoll = (votes: readonly number[], leftMs = MINUTE_MS): Poll => ({
  id: POLL_ID,
  username: GALE.username,
  question: 'Which fan next?',
  answers: ['Ceiling', 'Desk'].map((text, at) => ({ text, votes: votes[at] ?? 0 })),
  ends_at: new Date(Date.now() + leftMs).toISOString(),
});

async function open(answers: Answers = {}, as: typeof FAN | null = FAN) {
  const page = await openScreen('/channel/GaleForce', {
    answers: {
      'GET /streamers/{username}': GALE,
      'GET /follows/{id}': { isFollowing: false, bell: false },
      'GET /realtime': { endpoint: 'wss://live.example/event', region: 'local' },
      'POST /passes/lists': PASS,
      'POST /passes/{kind}/{id}': PASS,
      'GET /rooms/{id}': ROOM,
      'GET /rooms/{id}/me': OWN,
      ...answers,
    },
    ...(as && { as }),
  });
  await waitFor(() => expect(listening.has(channelTopic(GALE.id))).toBe(true));
  return page;
}

const receive = (event: ChannelEvent) => listening.get(channelTopic(GALE.id))!({ events: [event] });
const card = () => screen.findByRole('region', { name: 'Which fan next?' });
const expectGone = () =>
  waitFor(() => expect(screen.queryByRole('region', { name: 'Which fan next?' })).toBeNull());

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

describe('a viewer', () => {
  it('votes by the button, changes the vote, and sees the votes of others', async () => {
    const page = await open({
      'GET /rooms/{id}': { ...ROOM, poll: aPoll([1, 1]) },
      'PUT /polls/{id}/{poll_id}/vote': ({ body }) => ({ poll_id: POLL_ID, ...(body as { answer: number }) }),
    });
    const poll = within(await card());
    expect(poll.getByText(/^(1:00|0:5\d) left$/)).toBeDefined();
    expect(poll.getByRole<HTMLButtonElement>('button', { name: 'Vote' }).disabled).toBe(true);
    await page.user.click(poll.getByRole('radio', { name: /Ceiling/ }));
    expect(page.api.sentTo('PUT /polls/{id}/{poll_id}/vote')).toEqual([]);
    await page.user.click(poll.getByRole('button', { name: 'Vote' }));
    await poll.findByRole('radio', { name: /Ceiling.*Your vote/ });
    receive({ type: 'poll', poll: aPoll([3, 1]) });
    await poll.findByText('4 votes');
    expect(poll.getByText('75%')).toBeDefined();
    // A late event has fewer votes.
    receive({ type: 'poll', poll: aPoll([1, 1]) });
    await page.user.click(poll.getByRole('radio', { name: /Desk/ }));
    await page.user.click(poll.getByRole('button', { name: 'Change vote' }));
    await poll.findByRole('radio', { name: /Desk.*Your vote/ });
    expect(poll.getByText('4 votes')).toBeDefined();
    expect(page.api.sentTo('PUT /polls/{id}/{poll_id}/vote').map(({ body }) => body)).toEqual([
      { answer: 0 },
      { answer: 1 },
    ]);
  });

  it('reads why a vote was not counted', async () => {
    const page = await open({
      'GET /rooms/{id}': { ...ROOM, poll: aPoll([1, 1]) },
      'PUT /polls/{id}/{poll_id}/vote': refusal(409, 'This poll has ended.', 'conflict'),
    });
    const poll = within(await card());
    await page.user.click(poll.getByRole('radio', { name: /Desk/ }));
    await page.user.click(poll.getByRole('button', { name: 'Vote' }));
    await expectToast('Your vote could not be counted', 'This poll has ended.');
  });

  it('sees who won for two minutes, also as a late arrival who has voted', async () => {
    await open({
      'GET /rooms/{id}': { ...ROOM, poll: aPoll([3, 1], 2000) },
      'GET /rooms/{id}/me': { ...OWN, vote: { poll_id: POLL_ID, answer: 1 } },
    });
    const poll = within(await card());
    await poll.findByText('Your vote');
    vi.advanceTimersByTime(3000);
    await poll.findByText('Winner');
    expect(poll.getByRole('status').textContent).toBe('The poll has ended. Ceiling has the most votes.');
    expect(poll.queryByRole('radio')).toBeNull();
    expect(poll.getByText('Your vote')).toBeDefined();
    vi.advanceTimersByTime(2 * MINUTE_MS);
    await expectGone();
  });

  it('no longer sees a poll that was removed', async () => {
    await open();
    receive({ type: 'poll', poll: aPoll([0, 0]) });
    await card();
    receive({ type: 'removed', ids: [POLL_ID] });
    await expectGone();
  });

  it('reads polls and results in the chat', async () => {
    const poll = { question: 'Which fan next?', answers: ['Ceiling', 'Desk'] };
    const line = { username: GALE.username, message: 'asks', timestamp: new Date().toISOString() };
    await open({
      'GET /chat/{id}': [
        { ...line, id: POLL_ID, poll },
        { ...line, id: '01ARZ3NDEKTSV4RRFF00000002', poll: { ...poll, votes: [3, 1] } },
      ],
    });
    expect(await screen.findByText('New poll: Which fan next?')).toBeDefined();
    expect(screen.getByText(/^Poll result: Which fan next\? – Ceiling 75%,? Desk 25%$/)).toBeDefined();
  });

  it('is asked to log in first', async () => {
    await open({ 'GET /rooms/{id}': { ...ROOM, poll: aPoll([1, 0]) } }, null);
    expect(within(await card()).getByRole('link', { name: 'Log in to vote' })).toBeDefined();
  });
});

it('a moderator starts a poll, and ends it', async () => {
  const page = await open({
    'GET /rooms/{id}': { ...ROOM, moderators: [FAN.username] },
    'POST /polls/{id}': aPoll([0, 0]),
    'POST /polls/{id}/{poll_id}/end': () => aPoll([0, 0], 0),
  });
  await press(page, 'Start a poll');
  const dialog = within(await screen.findByRole('dialog', { name: 'Start a poll' }));
  await page.user.click(dialog.getByRole('button', { name: 'Start poll' }));
  await dialog.findByText('Question is required.');
  await page.user.type(dialog.getByLabelText(/^Question/), 'Which fan next?');
  await page.user.type(dialog.getByLabelText(/^Answer 1/), 'Ceiling');
  await page.user.type(dialog.getByLabelText(/^Answer 2/), 'Desk');
  await page.user.click(dialog.getByRole('button', { name: 'Add an answer' }));
  await page.user.type(dialog.getByLabelText('Answer 3'), 'Tower');
  await page.user.click(dialog.getByRole('button', { name: 'Remove answer 3' }));
  await page.user.selectOptions(dialog.getByLabelText('For how long'), '30 seconds');
  await page.user.click(dialog.getByRole('button', { name: 'Start poll' }));
  const poll = within(await card());
  expect(page.api.sentTo('POST /polls/{id}').map(({ body }) => body)).toEqual([
    { question: 'Which fan next?', answers: ['Ceiling', 'Desk'], duration_s: 30 },
  ]);
  await page.user.click(poll.getByRole('button', { name: 'End poll' }));
  await poll.findByText('Poll result');
});
