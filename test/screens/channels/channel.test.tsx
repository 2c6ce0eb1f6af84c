/** A channel's page: player, header, about and chat. */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '#shared/community/chat.ts';
import type { Video } from '#shared/videos/videos.ts';
import { aVideo } from '#test/support/api/table/seed-videos.ts';
import { channelsKey } from '#web/features/channels/channels.queries.ts';
import { queryClient } from '#web/lib/api/query.ts';
import { type Answers, held, outage, refusal } from '#test/support/browser/fake-api.ts';
import {
  aChannel,
  expectToast,
  FAN,
  main,
  openScreen,
  path,
  press,
  type Screen,
} from '#test/support/browser/screen.tsx';

const MINUTE_MS = 60_000;
const GALE = aChannel({
  tags: ['calm', 'brass', '1962'],
  description: 'Fans since 1962',
  schedule: 'Fridays at 20:00',
  viewers: 1500,
  followers: 12_345,
  avatar: '/favicon.svg',
});
const CALM = aChannel({ username: 'CalmAir', title: 'Nothing moves', is_live: false });

const answersFor = (channel: typeof GALE): Answers => ({
  'GET /streamers/{username}': channel,
  'GET /follows/{id}': { isFollowing: false, bell: false },
});

/** Opens a channel's page, and waits for it. */
async function openChannel(channel = GALE, answers: Answers = {}, as?: typeof FAN): Promise<Screen> {
  const page = await openScreen(`/channel/${channel.username}`, {
    answers: { ...answersFor(channel), ...answers },
    ...(as && { as }),
  });
  await screen.findByRole('heading', { level: 1, name: channel.title });
  return page;
}

/** What the API answers to a message of the fan's. */
const messageOf = (message: string): ChatMessage => ({
  id: '00000000000000000000000009',
  username: 'FannyFan',
  message,
  timestamp: new Date().toISOString(),
});

const chat = () => within(screen.getByRole('complementary', { name: 'Stream Chat' }));
const field = () => chat().findByPlaceholderText<HTMLInputElement>('Send a message');
const count = async (label: string) =>
  (await main().findByText(label, { selector: 'dt' })).parentElement?.querySelector('dd')?.textContent;

const bell = () => screen.findByRole('button', { name: 'Notify me when Gale Force goes live' });

it('a hidden number of viewers leaves nothing in its place', async () => {
  await openChannel({ ...GALE, viewers: undefined });
  expect(await count('Followers')).toBe('12.3K');
  expect(main().queryByText(/viewer/i)).toBeNull();
});

// spec: 5.6
it('Follow and bell ask a visitor to log in', async () => {
  const page = await openChannel();
  await press(page, 'Follow');
  await expectToast('Login Required', 'Please log in to follow channels');
  await press(page, 'Close');
  await page.user.click(await bell());
  await expectToast('Login Required', 'Please log in to follow channels');
  expect(page.api.sentTo('POST /follows/{id}')).toEqual([]);
  const list = within(await screen.findByRole('region', { name: /^Notifications \(/ }));
  expect(list.getAllByRole('link').map((link) => link.textContent)).toEqual(['Log In', 'Sign Up']);
  await page.user.click(list.getByRole('link', { name: 'Log In' }));
  await screen.findByText('Log in to follow and chat');
  expect(path()).toBe('/login');
});

// spec: 2.30, 2.31, 4.5, 8.20
it('Follow, bell and Following change at once and count the follower', async () => {
  const page = await openChannel(CALM, { 'POST /follows/{id}': { isFollowing: true } }, FAN);
  (await screen.findByRole('button', { name: 'Follow' })).focus();
  await page.user.keyboard('{Enter}');
  await expectToast('Followed!');
  await screen.findByRole('button', { name: 'Following' });
  await waitFor(async () => expect(await count('Follower')).toBe('1'));
  page.api.answer({ 'DELETE /follows/{id}': { isFollowing: false } });
  await press(page, 'Following');
  await expectToast('Unfollowed');
  await screen.findByRole('button', { name: 'Follow' });
});

// spec: 8.5
it('a follow that fails shows "Failed to update follow status" and the true state', async () => {
  const page = await openChannel(GALE, { 'POST /follows/{id}': outage() }, FAN);
  await press(page, 'Follow');
  await expectToast('Failed to update follow status', 'Please try again.');
  await screen.findByRole('button', { name: 'Follow' });
});

it('the own channel offers no Follow', async () => {
  await openChannel(aChannel({ ...CALM, id: FAN.id, username: FAN.username }), {}, FAN);
  expect(main().queryByRole('button', { name: 'Follow' })).toBeNull();
});

it.each([
  ['so sad :c', 'so sad :c'],
  ['hello @GaleForce', 'hello @GaleForce'],
  ['so sad :c{ArrowDown}{Enter}', 'so sad :ceiling:'],
])('Enter sends %j', async (typed, message) => {
  const page = await openChannel(GALE, { 'POST /chat/{id}': messageOf(message) }, FAN);
  await page.user.type(await field(), typed);
  expect(chat().queryByRole('option', { selected: true })).toBeNull();
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(page.api.sentTo('POST /chat/{id}')).toHaveLength(1));
  expect(page.api.sentTo('POST /chat/{id}')[0]?.body).toMatchObject({ message });
});

it('the line of an own message stays the same element, and its age is not announced', async () => {
  const sending = held(messageOf('Well done'));
  const page = await openChannel(GALE, { 'POST /chat/{id}': sending.answer }, FAN);
  await page.user.type(await field(), 'Well done{Enter}');
  const line = (await chat().findByText('Well done')).closest('li')!;
  const added: Node[] = [];
  const observer = new MutationObserver((all) =>
    added.push(...all.flatMap(({ addedNodes }) => [...addedNodes])),
  );
  observer.observe(chat().getByRole('log'), { childList: true, subtree: true });
  sending.release();
  await waitFor(() => expect(line.dataset['id']).toBe(messageOf('').id));
  observer.disconnect();
  expect([line.isConnected, added.filter((node) => node.textContent?.includes('Well done'))]).toEqual([
    true,
    [],
  ]);
  expect(line.querySelector('time')?.getAttribute('aria-live')).toBe('off');
});

it('Enter that ends a composition does not send the message', async () => {
  const page = await openChannel(GALE, { 'POST /chat/{id}': messageOf('扇風機の音') }, FAN);
  const text = await field();
  await page.user.type(text, '扇風機');
  // Safari: the event says that nothing is composed, with the key code of an input method.
  fireEvent.keyDown(text, { key: 'Enter', keyCode: 229 });
  fireEvent.keyDown(text, { key: 'Enter', isComposing: true });
  await page.user.type(text, 'の音{Enter}');
  await chat().findByText('扇風機の音');
  expect(page.api.sentTo('POST /chat/{id}').map(({ body }) => body)).toMatchObject([
    { message: '扇風機の音' },
  ]);
});

it('one viewer and one follower are counted in the singular', async () => {
  await openChannel({ ...GALE, viewers: 1, followers: 1 });
  await main().findByText('1 viewer');
  expect([await count('Follower'), await count('Viewer')]).toEqual(['1', '1']);
});

// spec: 2.24, 8.17
it('an unknown channel says "Loading...", then "Channel not found"', async () => {
  const channel = held(refusal(404, 'Channel not found', 'not_found'));
  await openScreen('/channel/nobody', { answers: { 'GET /streamers/{username}': channel.answer } });
  await main().findByText('Loading...');
  channel.release();
  await screen.findByRole('heading', { name: 'Channel not found' });
  expect(main().queryByText('Loading...')).toBeNull();
  expect(document.title).toBe('Channel not found · Fanfare');
});

// spec: 2.29
it('the header shows picture, title, name, game, viewers, tags and the buttons', async () => {
  await openChannel();
  const element = screen.getByRole('heading', { level: 1 }).closest('header')!;
  const header = within(element);
  expect(element.querySelector('img')?.getAttribute('src')).toBe('/favicon.svg');
  for (const words of ['Gale Force', 'Ceiling Fans', '1.5K viewers', 'LIVE']) header.getByText(words);
  const tags = within(header.getByRole('list', { name: 'Tags' })).getAllByRole('listitem');
  expect(tags.map((tag) => tag.textContent)).toEqual(GALE.tags);
  expect(header.getAllByRole('button')[0]?.textContent).toBe('Follow');
  header.getByRole('button', { name: 'More options for Gale Force' });
});

// spec: 2.32, 9.7
it('the page shows about, schedule, followers and, live, viewers', async () => {
  await openChannel();
  expect((await main().findByRole('region', { name: 'About' })).textContent).toContain(GALE.description);
  expect(main().getByRole('region', { name: 'Schedule' }).textContent).toContain(GALE.schedule);
  expect([await count('Followers'), await count('Viewers')]).toEqual(['12.3K', '1.5K']);
});

// spec: 2.28, 2.29
it('an offline channel says so, and shows no viewers', async () => {
  await openChannel(CALM);
  await main().findByText('Channel Offline');
  main().getByText('This channel is currently not streaming');
  expect(main().queryByText(/viewers|^Viewers$/)).toBeNull();
  expect(await count('Followers')).toBe('0');
  expect(document.querySelector('video')).toBeNull();
});

it('an offline channel leads to its latest public video, and names its next broadcast', async () => {
  const video = (id: string, visibility: Video['visibility']) =>
    aVideo(CALM, { id, visibility, status: 'ready', playback_url: '/media/videos/x/video.m3u8' });
  const starts_at = new Date(Date.now() + 24 * 60 * MINUTE_MS).toISOString();
  const planned = {
    id: 'plan_2026-11-29',
    title: 'Tomorrow',
    game: 'Box Fans',
    starts_at,
    ends_at: starts_at,
  };
  await openChannel(CALM, {
    'GET /videos': [video('hidden', 'private'), video('latest', 'public'), video('older', 'public')],
    'GET /schedules/{channel_id}': [planned],
  });
  const latest = await main().findByRole('link', { name: 'Watch the latest video' });
  expect(latest.getAttribute('href')).toBe('/channel/CalmAir/video/latest');
  const next = () => document.querySelector('[data-player] time')?.getAttribute('datetime');
  await waitFor(() => expect(next()).toBe(starts_at));
});

// spec: 2.27
it('a channel with an address of YouTube shows its frame, titled as the channel', async () => {
  await openChannel({ ...CALM, video_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' });
  const frame = await waitFor(() => document.querySelector('iframe')!);
  expect(frame.getAttribute('title')).toBe('Nothing moves');
  expect(frame.getAttribute('src')).toContain('youtube');
  expect(main().queryByText('Channel Offline')).toBeNull();
});

// spec: 2.23, 7.8, 9.1
it('the page asks for the newest 50 messages, and for the follow status of a signed-in user alone', async () => {
  const guest = await openChannel();
  await waitFor(() => expect(guest.api.sentTo('GET /chat/{id}')[0]?.query['limit']).toBe('50'));
  expect(guest.api.sentTo('GET /follows/{id}')).toEqual([]);
});

// spec: 2.23
it('the page asks for the follow status of a signed-in user', async () => {
  const page = await openChannel(GALE, {}, FAN);
  await waitFor(() => expect(page.api.sentTo('GET /follows/{id}')[0]?.params).toEqual({ id: GALE.id }));
});

// spec: 4.12, 8.14
it('a channel that cannot be loaded is logged, and the loading ends', async () => {
  const page = await openScreen('/channel/GaleForce', {
    answers: { 'GET /streamers/{username}': outage() },
  });
  await screen.findByRole('heading', { name: 'The channel could not be loaded' });
  expect(page.logged()).toContain('Error fetching');
});

// spec: 8.14
it('a follow status that cannot be loaded is logged, and shows no toast', async () => {
  const page = await openChannel(GALE, { 'GET /follows/{id}': outage() }, FAN);
  await waitFor(() => expect(page.logged()).toContain('Error fetching the follow status'));
  await main().findByRole('button', { name: 'Follow' });
  expect(screen.queryByRole('region', { name: /Notifications/ })).toBeNull();
});

// spec: 2.33, 9.8
it('the chat shows who wrote what, and how long ago', async () => {
  const message = (text: string, minutesAgo: number, id: number): ChatMessage => ({
    id: `0000000000000000000000000${id}`,
    username: `fan_${id}`,
    message: text,
    timestamp: new Date(Date.now() - minutesAgo * MINUTE_MS).toISOString(),
  });
  const messages = [
    message('first', 190, 1),
    message('second', 59.5, 2),
    message('third', 1.5, 3),
    message('last', 0.5, 4),
  ];
  await openChannel(GALE, { 'GET /chat/{id}': messages });
  const rows = await chat().findAllByRole('listitem');
  const expected = ['fan_13h agofirst', 'fan_259m agosecond', 'fan_31m agothird', 'fan_4just nowlast'];
  expect(rows.map((row) => row.textContent?.replaceAll(/\s*\n\s*/g, ''))).toEqual(expected);
});

// spec: 2.34
it('the chat asks a visitor to log in, and has no field', async () => {
  await openChannel();
  await chat().findByText('Log in to chat');
  expect(chat().queryByRole('textbox')).toBeNull();
});

// spec: 2.34, 5.4
it('the chat sends what is written, trimmed, and nothing that is blank', async () => {
  const page = await openChannel(GALE, { 'POST /chat/{id}': messageOf('Which bearings?') }, FAN);
  await page.user.type(await field(), '   {Enter}');
  await waitFor(() =>
    expect(chat().getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true),
  );
  await page.user.type(await field(), ' Which bearings?  ');
  await press(page, 'Send');
  await chat().findByText('Which bearings?');
  expect(page.api.sentTo('POST /chat/{id}').map(({ body }) => body)).toEqual([
    expect.objectContaining({ message: 'Which bearings?' }),
  ]);
  await waitFor(async () => expect((await field()).value).toBe(''));
});

// spec: 8.6
it('a message that cannot be sent shows "Failed to send message", and stays in the field', async () => {
  const page = await openChannel(GALE, { 'POST /chat/{id}': refusal(400, '', 'invalid_request') }, FAN);
  await page.user.type(await field(), 'not today{Enter}');
  await expectToast('Failed to send message', 'Please try again.');
  await waitFor(async () => expect((await field()).value).toBe('not today'));
});

// spec: 5.5
it('the chat asks a user who was logged out meanwhile to log in', async () => {
  const page = await openChannel(GALE, {}, FAN);
  await page.user.type(await field(), 'hello');
  localStorage.removeItem('token');
  await press(page, 'Send');
  await expectToast('Login Required', 'Please log in to chat');
});

describe('a stream that ends while its page is open', () => {
  const LIVE = { ...GALE, ingest: 'receiving', video_url: '/media/live/gale/index.m3u8' } as const;
  const ENDED = { ...GALE, is_live: false, ingest: null, viewers: 0 } as const;

  /** Shows the channel live, and then so. */
  async function afterwards(channel: typeof GALE, videos: readonly Video[] = []): Promise<void> {
    const page = await openChannel(LIVE, { 'GET /videos': [...videos] });
    page.api.answer({ 'GET /streamers/{username}': channel });
    await queryClient.invalidateQueries({ queryKey: channelsKey });
  }

  it('says that it has ended, and leads to its replay', async () => {
    const created_at = new Date(Date.now() - 10 * MINUTE_MS).toISOString();
    const fields = { kind: 'replay', status: 'ready', duration_s: 600, created_at } as const;
    const replay = aVideo(GALE, { ...fields, id: 'replay' });
    await afterwards(ENDED, [replay]);
    await main().findByText('The stream has ended');
    const link = await main().findByRole('link', { name: 'Watch the replay' });
    expect(link.getAttribute('href')).toBe('/channel/GaleForce/video/replay');
  });

  it('says that the replay is being made while there is none', async () => {
    const old = aVideo(GALE, {
      kind: 'replay',
      status: 'ready',
      duration_s: 60,
      created_at: '2026-01-01T00:00:00Z',
    });
    await afterwards(ENDED, [old]);
    await main().findByText('The replay is being created…');
    expect(main().queryByRole('link', { name: /^Watch the/ })).toBeNull();
  });

  it('says that it was interrupted, and may go on', async () => {
    await afterwards({ ...ENDED, ingest: 'waiting' });
    await main().findByText(/^The stream was interrupted\./);
    expect(main().queryByText('The stream has ended')).toBeNull();
  });
});
