/** The statistics of a channel. */
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { BroadcastStatistics, ChannelStatistics, VideoStatistics } from '#shared/live/statistics.ts';
import { type Answers, refusal } from '#test/support/browser/fake-api.ts';
import { FAN, FAN_CHANNEL, openScreen, press } from '#test/support/browser/screen.tsx';

const channel = FAN_CHANNEL;
const figures = {
  peak_viewers: 12,
  average_viewers: 4.5,
  live_hours: 2,
  watched_hours: 9,
  video_views: 30,
  messages: 40,
  new_followers: 3,
};
const statistics: ChannelStatistics = {
  days: [{ date: new Date().toISOString().slice(0, 10), ...figures }],
  total: figures,
  before: { ...figures, watched_hours: 6, new_followers: 0 },
  for_moderators: false,
};
const broadcast: BroadcastStatistics = {
  started_at: '2026-11-20T20:00:00.000Z',
  ended_at: '2026-11-20T20:02:00.000Z',
  title: 'A quiet evening',
  peak_viewers: 12,
  average_viewers: 4.5,
  watched_hours: 9,
  messages: 40,
  new_followers: 3,
};
const video: VideoStatistics = {
  video_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  title: 'How to oil a fan',
  created_at: '2026-11-20T20:00:00.000Z',
  duration_s: 100,
  views: 30,
  watched_hours: 1.5,
};
const origins = {
  sources: [
    { name: 'direct', viewers: 10 },
    { name: 'forum.example', viewers: 5 },
  ],
  languages: [{ name: 'de', viewers: 15 }],
};
const answers = {
  'GET /streamers/{username}': channel,
  'GET /statistics/{id}/days/{days}': statistics,
  'GET /statistics/{id}/broadcasts': [broadcast],
  'GET /statistics/{id}/broadcasts/{started_at}': {
    ...broadcast,
    points: [
      { at: '2026-11-20T20:01:00.000Z', viewers: 3, messages: 1, followers: 7 },
      { at: '2026-11-20T20:02:00.000Z', viewers: 12, messages: 39, followers: 10 },
    ],
    ...origins,
  },
  'GET /statistics/{id}/videos': [video],
  'GET /statistics/{id}/videos/{video_id}': { ...video, retention: Array(100).fill(80), ...origins },
} satisfies Answers;

const path = `/channel/${channel.username}/statistics`;

const open = (more: object = {}) => openScreen(path, { as: FAN, answers: { ...answers, ...more } });

describe('the statistics of a channel', () => {
  it('has figures with their change, and each chart as a table', async () => {
    await open();
    // The first of the file loads the screen.
    const watched = (await screen.findAllByText('Watched hours', {}, { timeout: 20_000 }))[0]!.closest(
      'div',
    )!;
    expect(watched.textContent).toContain('9');
    expect(watched.textContent).toContain('+50% compared with the 28 days before');
    expect(screen.getByText('New followers').closest('div')!.textContent).toContain(
      '0 in the 28 days before',
    );
    const chart = screen.getByRole('figure', { name: 'Peak viewers' });
    expect(within(chart).getAllByRole('row', { hidden: true })).toHaveLength(29);
    expect(chart.querySelector('path')?.getAttribute('d')).toMatch(/^M/);
  });

  it('asks for another period', async () => {
    const page = await open();
    await press(page, 'Last 7 days');
    const chart = () => screen.getByRole('figure', { name: 'Peak viewers' });
    await waitFor(() => expect(within(chart()).getAllByRole('row', { hidden: true })).toHaveLength(8));
    expect(screen.getByRole('button', { name: 'Last 7 days' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('has the minutes of a broadcast, and where its viewers came from', async () => {
    const page = await open();
    await page.user.click(await screen.findByText('A quiet evening'));
    const chart = await screen.findByRole('figure', { name: 'Viewers' });
    expect(
      within(chart)
        .getAllByRole('cell', { hidden: true })
        .map((cell) => cell.textContent),
    ).toEqual(['3', '12']);
    for (const name of ['Directly', 'forum.example', 'German']) expect(screen.getByText(name)).toBeDefined();
  });

  it('has how far a video was watched', async () => {
    const page = await open();
    await page.user.click(await screen.findByText('How to oil a fan'));
    const chart = await screen.findByRole('figure', { name: 'Viewers still watching' });
    expect(within(chart).getAllByRole('row', { hidden: true })).toHaveLength(101);
    expect(within(chart).getAllByRole('cell', { hidden: true })[0]!.textContent).toBe('80%');
  });

  it('has files of its days, broadcasts and videos', async () => {
    const files: Blob[] = [];
    const creating = vi
      .spyOn(URL, 'createObjectURL')
      .mockImplementation((file) => `blob:${files.push(file as Blob)}`);
    const clicking = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    onTestFinished(() => [creating, clicking].forEach((spy) => spy.mockRestore()));
    const page = await open();
    await screen.findByText('A quiet evening');
    await screen.findByText('How to oil a fan');
    const buttons = screen.getAllByRole('button', { name: 'Download CSV' });
    expect(buttons).toHaveLength(3);
    await page.user.click(buttons[1]!);
    await waitFor(() => expect(files).toHaveLength(1));
    const [names, first] = (await files[0]!.text()).split('\r\n');
    expect(names).toContain('started_at,ended_at,title,peak_viewers');
    expect(first).toContain('A quiet evening');
  });

  it('says where there are none', async () => {
    await open({
      'GET /statistics/{id}/days/{days}': { ...statistics, days: [] },
      'GET /statistics/{id}/broadcasts': [],
      'GET /statistics/{id}/videos': [],
    });
    for (const text of ['No statistics yet', 'No broadcasts yet.', 'No videos yet.'])
      expect(await screen.findByText(text)).toBeDefined();
  });

  it('are for no others', async () => {
    await open({
      'GET /statistics/{id}/days/{days}': refusal(403, 'Only the owner of this channel can.', 'forbidden'),
    });
    expect(await screen.findByText("You can't see these statistics")).toBeDefined();
  });

  it('lets its owner share them with the moderators', async () => {
    const page = await open();
    await page.user.click(await screen.findByRole('switch', { name: 'Moderators can see these statistics' }));
    await waitFor(() =>
      expect(page.api.sentTo('PUT /statistics/{id}/settings')).toMatchObject([
        { body: { for_moderators: true } },
      ]),
    );
  });
});
