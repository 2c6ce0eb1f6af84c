/** /go-live-advanced: going live with streaming software. */
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import type { StreamHealth } from '#shared/live/stream-health.ts';
import type { StreamReceipt, StreamStatus } from '#shared/live/streaming.ts';
import { type Answers, outage, refusal } from '#test/support/browser/fake-api.ts';
import {
  aChannel,
  expectToast,
  FAN,
  fillIn,
  openScreen,
  press,
  type Screen,
} from '#test/support/browser/screen.tsx';
import { currentToast } from '#web/ui/overlays/toast-store.ts';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';
import { NO_HEALTH, NO_STREAM } from '#test/support/fixtures/streams.ts';

const STREAM: StreamStatus = {
  ...NO_STREAM,
  is_live: true,
  rtmp_url: 'rtmp://localhost:1935/app',
  stream_key: 'sk_local_secret',
  playback_url: '/live/GaleForce/master.m3u8',
  ingest: 'waiting',
  started_at: '2026-01-01T00:00:00.000Z',
  title: 'Evening breeze',
  game: 'A fan of my own',
  tags: ['one', 'three'],
};
const SETUP = { 'Stream Title': 'Evening breeze', Category: 'A fan of my own' };

/** The dashboard of a user whose stream is `status`, until it starts or stops. */
async function openDashboard(status: StreamStatus, answers: Answers = {}): Promise<Screen> {
  const page = await openScreen('/go-live-advanced', {
    as: FAN,
    answers: {
      'GET /streaming/status': status,
      'GET /stream-health': outage(),
      'GET /streaming/receipt': null,
      'GET /auth/account': outage(),
      ...answers,
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Go Live with Your Fan' });
  return page;
}

const credentials = () => screen.getByRole('region', { name: 'Stream Credentials' });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const tags = () =>
  [...document.querySelectorAll('[aria-label="Chosen tags"] li')].map((tag) => tag.textContent?.trim());

// spec: 2.43
it('the dashboard has a form and no credentials before a stream is created', async () => {
  await openDashboard(NO_STREAM);
  await screen.findByRole('region', { name: 'Stream Setup' });
  await within(credentials()).findByText('Create a stream to get your credentials');
  expect(within(credentials()).queryAllByRole('textbox')).toEqual([]);
});

// spec: 5.8
it.each([
  { 'Stream Title': '', Category: '' },
  { 'Stream Title': 'Evening breeze', Category: '  ' },
  { 'Stream Title': ' ', Category: 'Box Fans' },
])('Create Stream asks for title and category: %o', async (fields) => {
  const page = await openDashboard(NO_STREAM);
  await fillIn(page, fields);
  await press(page, 'Create Stream');
  await screen.findByText('Missing Information');
  screen.getByText('Please enter stream title and game/category');
  expect(currentToast()).toBeNull();
  const missing = Object.entries(fields).flatMap(([label, text]) => (text.trim() ? [] : [label]));
  for (const label of missing) expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(screen.getByLabelText(missing[0]!));
  expect(page.api.sentTo('POST /streaming/start')).toEqual([]);
});

it('offers the title, the category and the tags of the last stream', async () => {
  const last = aChannel({ username: FAN.username, is_live: false, tags: ['one', 'three'] });
  const page = await openDashboard(NO_STREAM, { 'GET /streamers/{username}': last });
  await press(page, 'Same as last time: “Evening breeze”');
  await waitFor(() =>
    expect([field('Stream Title').value, field('Category').value]).toEqual([last.title, last.game]),
  );
  expect(tags()).toEqual(last.tags);
  expect(screen.queryByRole('button', { name: /^Same as last time/ })).toBeNull();
});

// spec: 5.9, 9.4
it('takes five trimmed tags by Enter, and removes one by a click', async () => {
  const page = await openDashboard(NO_STREAM);
  await screen.findByLabelText('Tags');
  for (const text of ['  ', ' one ', 'two', 'three', 'four', 'five'])
    await page.user.type(field('Tags'), `${text}{Enter}`);
  await waitFor(() => expect(tags()).toEqual(['one', 'two', 'three', 'four', 'five']));
  await waitFor(() => expect(field('Tags').disabled).toBe(true));
  await press(page, /^two/);
  await waitFor(() => expect(tags()).toEqual(['one', 'three', 'four', 'five']));
  expect(field('Tags').disabled).toBe(false);
});

// spec: 8.11
it.each([
  [
    'the detail of the API',
    refusal(409, 'Your stream is changing right now.'),
    'Your stream is changing right now.',
  ],
  ['its own words where the API gives none', outage(), 'Please try again.'],
])('a stream that cannot be created shows %s', async (_, reply, words) => {
  const page = await openDashboard(NO_STREAM, { 'POST /streaming/start': reply });
  await fillIn(page, SETUP);
  await press(page, 'Create Stream');
  await expectToast('Failed to create stream', words);
});

// spec: 2.45, 8.21
it('a created stream shows its address and its masked key, each with a copy button', async () => {
  const { rtmp_url, stream_key } = STREAM;
  const page = await openDashboard(NO_STREAM, { 'POST /streaming/start': STREAM });
  await fillIn(page, SETUP);
  await press(page, 'Create Stream');
  await expectToast('Stream Created!');
  await waitFor(() => expect(field('RTMP Server URL').value).toBe(rtmp_url));
  const card = within(credentials());
  expect(card.getByLabelText<HTMLInputElement>('Stream Key').type).toBe('password');
  card.getByText("Keep this private! Don't share your stream key.");
  await card.findByRole('heading', { name: /setup guide for OBS/i });
  expect((await card.findByRole('link', { name: 'View Your Channel' })).getAttribute('href')).toBe(
    '/channel/FannyFan',
  );
  for (const [name, copied] of [
    ['Copy server address', rtmp_url],
    ['Copy key', stream_key],
  ] as const) {
    await press(page, name);
    await expectToast('Copied!');
    expect(await navigator.clipboard.readText()).toBe(copied);
    await press(page, 'Close');
  }
});

// spec: 2.44, 4.9, 5.10
it('a live stream is restored when the page loads, and its tags can be changed', async () => {
  await openDashboard(STREAM);
  await screen.findByRole('button', { name: 'Stop Stream' });
  await waitFor(() =>
    expect([field('Stream Title').value, field('Category').value]).toEqual([STREAM.title, STREAM.game]),
  );
  expect(field('Stream Key').value).toBe(STREAM.stream_key);
  await waitFor(() => expect(tags()).toEqual(STREAM.tags));
  expect(field('Tags').disabled).toBe(false);
});

// spec: 8.10
it('a stream that cannot be stopped shows "Failed to stop stream"', async () => {
  const page = await openDashboard(STREAM, { 'POST /streaming/stop': outage() });
  await press(page, 'Stop Stream');
  await expectToast('Failed to stop stream', 'Please try again.');
});

// spec: 4.8, 8.22
it('a stopped stream clears its credentials and the form', async () => {
  const page = await openDashboard(STREAM, { 'POST /streaming/stop': NO_STREAM });
  await screen.findByRole('button', { name: 'Stop Stream' });
  page.api.answer({ 'GET /streaming/status': NO_STREAM });
  await press(page, 'Stop Stream');
  await expectToast('Stream Stopped');
  await screen.findByText('Create a stream to get your credentials');
  await waitFor(() =>
    expect([...Object.keys(SETUP).map((label) => field(label).value), tags()]).toEqual(['', '', []]),
  );
});

describe('what the owner reads of the state of a stream', () => {
  const state = async (ingest: string) =>
    waitFor(() => {
      const element = document.querySelector<HTMLElement>(`[data-ingest="${ingest}"]`);
      if (!element) throw new Error('There is no state');
      return element;
    });
  const clock = () => screen.queryByRole('timer', { name: 'Time live' });

  it('before the first picture: it is not live', async () => {
    await openDashboard(STREAM);
    await within(await state('waiting')).findByText('Ready, waiting for OBS');
    expect([clock(), screen.queryByText('LIVE')]).toEqual([null, null]);
  });

  it('with a picture: it is live since then', async () => {
    const on_air_since = new Date(Date.now() - 61_000).toISOString();
    await openDashboard({ ...STREAM, ingest: 'receiving', on_air_since });
    await within(await state('receiving')).findByText('Your video is live.');
    await waitFor(() => expect(clock()?.textContent).toMatch(/^1:0/));
  });

  it('after its picture has stopped: for how long it waits', async () => {
    const interrupted_since = new Date(Date.now() - 20_000).toISOString();
    const health: StreamHealth = { ...NO_HEALTH, source: 'software', interrupted_since };
    const stream = { ...STREAM, on_air_since: STREAM.started_at!, interrupted_since };
    await openDashboard(stream, { 'GET /stream-health': health });
    const notice = within(await state('waiting'));
    await notice.findByText('Connection lost');
    expect((await notice.findByRole('timer')).textContent).toMatch(/^[12] min/);
    const words = /^Connection lost \d+ sec ago\. Start streaming in OBS again, with the same key\.$/;
    const line = await screen.findByText(
      (_, element) => element?.tagName === 'P' && words.test(element.textContent ?? ''),
    );
    expect(within(line).getByRole('timer').textContent).toMatch(/^\d+ sec$/);
    expect([clock(), screen.queryByText('LIVE')]).toEqual([null, null]);
  });
});

describe('the number of viewers', () => {
  const own = { username: FAN.username, id: FAN.id, ingest: 'receiving' } as const;
  const live = { ...STREAM, ingest: 'receiving', on_air_since: new Date().toISOString() } as const;
  const hidden = aChannel({ ...own, viewers: undefined });

  it('is hidden by a switch', async () => {
    const page = await openDashboard(NO_STREAM, {
      'GET /streamers/{username}': aChannel({ ...own, is_live: false }),
      'PATCH /streamers/status': { ...hidden, is_live: false },
    });
    const name = 'Hide the viewer count';
    const isOn = async () => (await screen.findByRole<HTMLInputElement>('switch', { name })).checked;
    await waitFor(async () => expect(await isOn()).toBe(false));
    await page.user.click(await screen.findByRole('switch', { name }));
    expect(page.api.sentTo('PATCH /streamers/status')).toMatchObject([{ body: { hides_viewers: true } }]);
    await waitFor(async () => expect(await isOn()).toBe(true));
  });

  it('is visible to the owner where it is hidden, with a note', async () => {
    const audience = [{ at: new Date().toISOString(), viewers: 4711, delay_s: null }];
    await openDashboard(live, {
      'GET /streamers/{username}': hidden,
      'GET /stream-health': { ...NO_HEALTH, audience },
    });
    const bar = within(await screen.findByRole('region', { name: 'Live' }));
    await bar.findByText('4.7K viewers');
    expect(bar.getByText('Hidden from viewers')).toBeDefined();
  });
});

describe('the receipt of a stream', () => {
  const RECEIPT: StreamReceipt = {
    stream_id: `${FAN.id}.1700000000000`,
    title: 'Evening breeze',
    ended_by: 'silence',
    on_air_since: new Date(Date.now() - 700_000).toISOString(),
    ended_at: new Date(Date.now() - 60_000).toISOString(),
    duration_s: 600,
    keep_replay: true,
    video_id: null,
  };
  const figures = { peak_viewers: 12, new_followers: 3, messages: 45 };
  const answers = (receipt: StreamReceipt): Answers => ({
    'GET /streaming/receipt': receipt,
    'GET /stream-health/figures/{stream_id}': figures,
  });

  it('says how it ended, what it brought, and leads to its replay', async () => {
    await openDashboard(NO_STREAM, answers({ ...RECEIPT, video_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }));
    const card = within(await screen.findByRole('region', { name: 'Your broadcast' }));
    card.getByText('Live for 10 min');
    card.getByText('The stream ended by itself because no video arrived for three minutes.');
    await card.findByText('Peak viewers: 12 · New followers: 3 · Messages: 45');
    card.getByText('Your replay is ready.');
    const link = await card.findByRole('link', { name: 'Watch the replay' });
    expect(link.getAttribute('href')).toBe('/channel/FannyFan/video/01ARZ3NDEKTSV4RRFFQ69G5FAV');
  });

  it.each([
    [{}, 'Your replay is being created…'],
    [{ keep_replay: false }, 'You chose not to keep a replay.'],
    [{ ended_at: new Date(Date.now() - 3_600_000).toISOString() }, 'There is no replay of this broadcast.'],
  ])('without a replay says why: %o', async (other, words) => {
    await openDashboard(NO_STREAM, answers({ ...RECEIPT, ...other }));
    const card = await screen.findByRole('region', { name: 'Your broadcast' });
    await within(card).findByText(words);
    expect(within(card).queryByRole('link')).toBeNull();
  });

  it('stays away once it is dismissed', async () => {
    const page = await openDashboard(NO_STREAM, answers(RECEIPT));
    await screen.findByRole('region', { name: 'Your broadcast' });
    await press(page, 'Dismiss');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Your broadcast' })).toBeNull());
  });
});

// spec: 9.10
it('a new toast takes the place of the one before', async () => {
  const page = await openDashboard(NO_STREAM, { 'POST /streaming/start': outage() });
  toastSuccess('Copied!');
  await expectToast('Copied!');
  await fillIn(page, SETUP);
  await press(page, 'Create Stream');
  await expectToast('Failed to create stream', 'Please try again.');
  await waitFor(() => expect(screen.queryByText('Copied!')).toBeNull());
});

describe('software that is connected before the channel is live', () => {
  const preview = {
    playback_url: '/media/live/abcd/index.m3u8?token=owner',
    connected_at: new Date().toISOString(),
    ends_at: new Date(Date.now() + 14.5 * 60_000).toISOString(),
  };
  const answers = {
    'GET /streamers/{username}': aChannel({ username: FAN.username }),
    'GET /stream-health': NO_HEALTH,
  };

  it('is a picture for its owner, who can go live', async () => {
    const page = await openDashboard(
      { ...NO_STREAM, preview },
      {
        ...answers,
        'POST /streaming/start': { ...STREAM, ingest: 'receiving', on_air_since: '2026-01-01T00:00:00.000Z' },
      },
    );
    const card = within(await screen.findByRole('region', { name: 'Your software is connected' }));
    await card.findByText('Only you see this picture. Viewers see it when you go live.');
    await card.findByText(/^Unless you go live, it is disconnected in/);
    await screen.findByRole('region', { name: 'Stream health' });
    await fillIn(page, SETUP);
    await press(page, 'Go Live');
    await expectToast('Stream Created!');
    expect(page.api.sentTo('POST /streaming/start')).toHaveLength(1);
    expect(screen.queryByRole('region', { name: 'Your software is connected' })).toBeNull();
  });
});

describe('the stream key', () => {
  it('is replaced after a confirmation', async () => {
    const page = await openDashboard(STREAM, { 'POST /streaming/key': { ...STREAM, stream_key: 'sk_new' } });
    await screen.findByDisplayValue('sk_local_secret');
    await press(page, 'Reset key');
    expect(page.api.sentTo('POST /streaming/key')).toHaveLength(0);
    await press(page, 'Reset and disconnect');
    await expectToast('Stream key reset');
    await within(credentials()).findByDisplayValue('sk_new');
    await within(credentials()).findByRole('button', { name: 'Reset key' });
  });

  it('that was revoked is explained', async () => {
    await openDashboard({ ...NO_STREAM, key_revoked_at: new Date().toISOString() });
    const reason = await screen.findByText(/^Your software kept connecting without a stream/);
    expect(credentials().contains(reason)).toBe(true);
  });
});

describe('going live when the software starts', () => {
  it('is not offered before the third stream', async () => {
    await openDashboard(NO_STREAM);
    await screen.findByRole('region', { name: 'Stream Setup' });
    expect(screen.queryByRole('switch', { name: 'Go live when my software starts' })).toBeNull();
  });

  it('is a switch that is saved at once', async () => {
    const page = await openDashboard(
      { ...NO_STREAM, auto_start: false },
      { 'PATCH /streamers/status': aChannel({ username: FAN.username }) },
    );
    const offered = await screen.findByRole<HTMLInputElement>('switch', {
      name: 'Go live when my software starts',
    });
    await page.user.click(offered);
    await waitFor(() =>
      expect(page.api.sentTo('PATCH /streamers/status')).toMatchObject([{ body: { auto_start: true } }]),
    );
    await waitFor(() => expect(offered.checked).toBe(true));
  });
});
