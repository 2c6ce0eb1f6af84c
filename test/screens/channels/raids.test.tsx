/** Raids: the viewer's card, and the streamer's dialog. */
import { screen, waitFor, within } from '@testing-library/dom';
import { ulid } from 'ulid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Raid, Raids } from '#shared/live/raids.ts';
import { HOUR_MS } from '#shared/plain/time.ts';
import { channelTopic } from '#shared/plain/topics.ts';
import { type Answers, refusal } from '#test/support/browser/fake-api.ts';
import {
  aChannel,
  expectToast,
  FAN,
  FAN_CHANNEL,
  openScreen,
  path,
  press,
} from '#test/support/browser/screen.tsx';
import { aMessage } from '#test/web/support/chat.ts';

const listening = vi.hoisted(() => new Map<string, (event: unknown) => void>());

vi.mock(import('#web/lib/realtime/topic-socket.ts'), () => ({
  subscribeToTopic: async (_realtime, { topic }, { onEvent }) => {
    listening.set(topic, onEvent);
    return () => void listening.delete(topic);
  },
}));

const GALE = aChannel({ viewers: 12 });
const CALM = aChannel({ username: 'CalmAir', display_name: 'Calm Air', title: 'Nothing moves' });
const PASS = { pass: 'pass', renew_after_ms: HOUR_MS };
const NO_RAIDS: Raids = { accepts: 'all', next_at: null, recent: [] };

const ANSWERS: Answers = {
  'GET /streamers/{username}': ({ params }) => (params['username'] === 'CalmAir' ? CALM : GALE),
  'GET /follows/{id}': { isFollowing: false, bell: false },
  'GET /realtime': { endpoint: 'wss://live.example/event', region: 'local' },
  'POST /passes/lists': PASS,
  'POST /passes/{kind}/{id}': PASS,
};

const aRaid = (atMs = Date.now()): Raid => ({
  id: ulid(atMs),
  at: new Date(atMs).toISOString(),
  target: { id: CALM.id, username: CALM.username, display_name: CALM.display_name, avatar: '' },
});

describe('a viewer of a channel that raids', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });
  afterEach(() => void vi.useRealTimers());

  const card = () => screen.queryByRole('region', { name: 'Gale Force is raiding Calm Air' });
  const receive = (raid: Raid) => listening.get(channelTopic(GALE.id))!({ events: [{ type: 'raid', raid }] });
  async function open(answers: Answers = {}, as?: typeof FAN) {
    const page = await openScreen('/channel/GaleForce', {
      answers: { ...ANSWERS, ...answers },
      ...(as && { as }),
    });
    await waitFor(() => expect(listening.has(channelTopic(GALE.id))).toBe(true));
    return page;
  }
  /** The card loads after the page, so the event comes until it is there. */
  async function openWithRaid(raid = aRaid()) {
    const page = await open();
    await untilVisible(raid);
    return page;
  }
  const untilVisible = (raid: Raid) =>
    waitFor(() => {
      receive(raid);
      screen.getByRole('region', { name: `Gale Force is raiding ${raid.target.display_name}` });
    });
  const setVisibility = (state: 'visible' | 'hidden') => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };

  it('moves after ten seconds, and keeps the focus until then', async () => {
    await openWithRaid();
    expect(document.activeElement).toBe(document.body);
    expect(within(card()!).getByRole('timer').textContent).toBe("You'll move there in 10 seconds.");
    await vi.advanceTimersByTimeAsync(9000);
    expect(path()).toBe('/channel/GaleForce');
    await vi.advanceTimersByTimeAsync(1000);
    expect(path()).toBe('/channel/CalmAir');
  });

  it.each([
    ['Stay', (page: Awaited<ReturnType<typeof open>>) => press(page, 'Stay')],
    // The key works a moment after the card is visible.
    [
      'Escape',
      (page: Awaited<ReturnType<typeof open>>) =>
        waitFor(async () => {
          await page.user.keyboard('{Escape}');
          expect(card()).toBeNull();
        }),
    ],
  ])('stays after %s, also when the event comes twice', async (_, stay) => {
    const raid = aRaid();
    const page = await openWithRaid(raid);
    await stay(page);
    expect(card()).toBeNull();
    receive(raid);
    await vi.advanceTimersByTimeAsync(11_000);
    expect([card(), path()]).toEqual([null, '/channel/GaleForce']);
  });

  it('stays while the page is hidden, and may follow later', async () => {
    const page = await openWithRaid();
    setVisibility('hidden');
    await vi.advanceTimersByTimeAsync(11_000);
    setVisibility('visible');
    expect(within(card()!).queryByRole('timer')).toBeNull();
    expect(path()).toBe('/channel/GaleForce');
    await page.user.click(within(card()!).getByRole('link', { name: 'Go now' }));
    expect(path()).toBe('/channel/CalmAir');
  });

  it.each([
    ['that is older than thirty seconds', 31_000, []],
    ['of a channel that they have blocked', 0, ['CalmAir']],
  ])('learns nothing of a raid %s', async (_, ageMs, usernames) => {
    const page = await open({ 'GET /hidden-people': { usernames } }, FAN);
    const earlier = aRaid(Date.now() - 40_000);
    await untilVisible({
      ...earlier,
      at: new Date().toISOString(),
      target: { ...GALE, display_name: 'Zephyr' },
    });
    await press(page, 'Stay');
    receive(aRaid(Date.now() - ageMs));
    await vi.advanceTimersByTimeAsync(1000);
    expect(card()).toBeNull();
  });
});

describe('a streamer', () => {
  const OWN = { ...FAN_CHANNEL, is_live: true, viewers: 3 };
  const open = (answers: Answers = {}) =>
    openScreen(`/channel/${FAN.username}`, {
      as: FAN,
      answers: {
        ...ANSWERS,
        'GET /streamers/{username}': OWN,
        'GET /follows': { followedChannels: [GALE.id], channels: [GALE], bells: [] },
        'GET /raids': { ...NO_RAIDS, recent: [GALE, CALM, aChannel({ username: 'Asleep', is_live: false })] },
        'PATCH /streamers/status': { ...OWN, is_live: false },
        ...answers,
      },
    });
  const choose = async (page: Awaited<ReturnType<typeof open>>, name: RegExp) => {
    await press(page, 'Raid');
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.click(await dialog.findByRole('radio', { name }));
    return dialog;
  };

  it('chooses among live channels, and the stream ends ten seconds later', async () => {
    const page = await open({ 'POST /raids': aRaid() });
    const dialog = await choose(page, /Calm Air/);
    expect(dialog.getAllByRole('radio')).toHaveLength(2);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await page.user.click(dialog.getByRole('button', { name: 'Raid' }));
    await screen.findByRole('dialog', { name: 'Your viewers are moving to Calm Air' });
    expect(page.api.sentTo('POST /raids')[0]?.body).toEqual({ username: 'CalmAir' });
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    await waitFor(() => expect(page.api.sentTo('PATCH /streamers/status')).toHaveLength(1));
    await expectToast('Stream Ended');
  });

  it('keeps streaming, and reads why a channel is not raided', async () => {
    const page = await open({
      'POST /raids': refusal(403, 'This channel doesn’t accept your raid.', 'forbidden'),
    });
    const dialog = await choose(page, /Gale Force/);
    await page.user.click(dialog.getByRole('button', { name: 'Raid' }));
    await dialog.findByText('This channel doesn’t accept your raid.');
    page.api.answer({ 'POST /raids': aRaid() });
    await page.user.click(dialog.getByRole('button', { name: 'Raid' }));
    await press(page, 'Keep streaming');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(page.api.sentTo('PATCH /streamers/status')).toEqual([]);
  });

  it('finds other live channels by a search', async () => {
    const found = [CALM, aChannel({ username: 'Asleep', is_live: false })];
    const page = await open({
      'GET /search/suggestions': { channels: found, videos: [], fans: [], categories: [] },
    });
    await press(page, 'Raid');
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.type(await dialog.findByLabelText('Search live channels'), 'a');
    await dialog.findByRole('group', { name: 'Search results' });
    expect(dialog.getAllByRole('radio')).toHaveLength(1);
    await page.user.click(dialog.getByRole('button', { name: 'Raid' }));
    await dialog.findByText('Choose a channel');
  });

  it('chooses in the settings whose raids to accept', async () => {
    const page = await openScreen('/settings', {
      as: FAN,
      answers: { 'GET /raids': NO_RAIDS, 'PUT /raids/settings': { accepts: 'none' } },
    });
    const field = await screen.findByLabelText<HTMLSelectElement>('Accept raids from');
    await page.user.selectOptions(field, 'No one');
    await waitFor(() => expect(page.api.sentTo('PUT /raids/settings')[0]?.body).toEqual({ accepts: 'none' }));
    await waitFor(() => expect(field.value).toBe('none'));
  });
});

it.each([
  ['Gale Force arrives with 12 viewers', { viewers: 12 }],
  ['Gale Force arrives', {}],
])('the chat says %j', async (text, raid) => {
  const message = aMessage(1, { username: 'Gale Force', message: 'arrives', action: true, raid });
  await openScreen('/channel/CalmAir', { answers: { ...ANSWERS, 'GET /chat/{id}': [message] } });
  expect(await within(await screen.findByRole('log')).findByText(text)).toBeDefined();
});
