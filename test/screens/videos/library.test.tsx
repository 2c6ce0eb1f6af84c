/** What a person keeps: Watch later, and the history. */
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import type { LibraryEntry } from '#shared/channels/library.ts';
import type { NamedVideo } from '#shared/videos/videos.ts';
import { type Answers, refusal } from '#test/support/browser/fake-api.ts';
import { aChannel, expectToast, FAN, main, openScreen, press } from '#test/support/browser/screen.tsx';
import { aVideo } from '#test/support/api/table/seed-videos.ts';
import { keepPosition, positionOf } from '#web/features/player/video/positions.ts';

const GALE = { id: '01HZZZZZZZZZZZZZZZZZZZGALE', username: 'GaleForce' };
const named = (title: string, n: number): NamedVideo => ({
  ...aVideo(GALE, { id: `01HZZZZZZZZZZZZZZZZZZVIDE${n}`, title, status: 'ready', duration_s: 600 }),
  display_name: 'Gale Force',
});
const [DESK, TOWER] = [named('A desk fan', 1), named('A tower fan', 2)];
const entry = (video: NamedVideo, change: Partial<LibraryEntry> = {}): LibraryEntry => ({
  id: video.id,
  at: '2026-11-20T10:00:00.000Z',
  video,
  ...change,
});
const WATCHING = {
  'GET /videos/{id}': { ...DESK, playback_url: null, status: 'ready' as const },
  'PUT /library/watch-later/{video_id}': undefined,
  'DELETE /library/watch-later/{video_id}': undefined,
};
const VIDEO = `/channel/GaleForce/video/${DESK.id}`;
const cards = () =>
  main()
    .getAllByRole('listitem')
    .filter((item) => item.closest('main ul.grid'));

it('a video is saved and removed by the button below it', async () => {
  const page = await openScreen(VIDEO, { answers: WATCHING, as: FAN });
  const button = await screen.findByRole('button', { name: 'Watch later' });
  await page.user.click(button);
  await expectToast('Saved to Watch later');
  expect(button.getAttribute('aria-pressed')).toBe('true');
  await page.user.click(button);
  await expectToast('Removed from Watch later');
  expect(page.api.sentTo('DELETE /library/watch-later/{video_id}')).toHaveLength(1);
});

it('a refused video is not shown as saved, and the reason is', async () => {
  const full = refusal(409, 'You can save at most 1000 videos.');
  const answers = { ...WATCHING, 'PUT /library/watch-later/{video_id}': full };
  const page = await openScreen(VIDEO, { answers, as: FAN });
  const button = await screen.findByRole('button', { name: 'Watch later' });
  await page.user.click(button);
  await expectToast('Watch later could not be changed', 'You can save at most 1000 videos.');
  expect(button.getAttribute('aria-pressed')).toBe('false');
});

it('a visitor has no such button, and the list asks them to log in', async () => {
  await openScreen('/watch-later');
  expect((await main().findByRole('link', { name: 'Log In' })).getAttribute('href')).toBe('/login');
  expect(screen.queryByRole('navigation', { name: 'Your library' })).toBeNull();
});

it('a like counts at once, and is taken back by the same button', async () => {
  const answers = {
    ...WATCHING,
    'GET /videos/{id}': { ...WATCHING['GET /videos/{id}'], likes: 4 },
    'GET /library/likes/{kind}/{id}': { is_liked: false },
    'PUT /library/likes/{kind}/{id}': undefined,
    'DELETE /library/likes/{kind}/{id}': undefined,
  };
  const page = await openScreen(VIDEO, { answers, as: FAN });
  await page.user.click(await screen.findByRole('button', { name: 'Like 4', pressed: false }));
  await page.user.click(await screen.findByRole('button', { name: 'Like 5', pressed: true }));
  await screen.findByRole('button', { name: 'Like 4', pressed: false });
  await waitFor(() => expect(page.api.sentTo('DELETE /library/likes/{kind}/{id}')).toHaveLength(1));
});

it('a refused like is taken back, with the reason', async () => {
  const full = refusal(409, 'You can like at most 5000 videos and clips.');
  const answers = {
    ...WATCHING,
    'GET /library/likes/{kind}/{id}': { is_liked: false },
    'PUT /library/likes/{kind}/{id}': full,
  };
  const page = await openScreen(VIDEO, { answers, as: FAN });
  await page.user.click(await screen.findByRole('button', { name: 'Like 0' }));
  await expectToast('Your like could not be saved', 'You can like at most 5000 videos and clips.');
  await screen.findByRole('button', { name: 'Like 0', pressed: false });
});

it('a visitor who likes a video is asked to log in', async () => {
  const page = await openScreen(VIDEO, { answers: WATCHING });
  await page.user.click(await screen.findByRole('button', { name: 'Like 0' }));
  await expectToast('Login Required', 'Please log in to like videos');
});

it('liked videos and clips can be removed from their list', async () => {
  const answers = {
    'GET /library/likes': [{ ...entry(DESK), kind: 'video' as const }],
    'DELETE /library/likes/{kind}/{id}': undefined,
  };
  const page = await openScreen('/liked', { answers, as: FAN });
  await press(page, 'Remove A desk fan');
  await main().findByRole('button', { name: 'Undo' });
  const [sent] = page.api.sentTo('DELETE /library/likes/{kind}/{id}');
  expect(sent).toMatchObject({ params: { kind: 'video', id: DESK.id } });
});

it('an empty list says what to do', async () => {
  await openScreen('/watch-later', { answers: { 'GET /library/watch-later': [] }, as: FAN });
  await main().findByRole('heading', { name: 'No saved videos yet' });
  const links = within(main().getByRole('navigation', { name: 'Your library' }));
  expect(links.getByRole('link', { name: 'Watch later' }).getAttribute('aria-current')).toBe('page');
});

it('a removed video leaves an Undo, which keeps the focus', async () => {
  const answers = {
    ...WATCHING,
    'GET /library/watch-later': [entry(DESK), entry(TOWER)],
  };
  const page = await openScreen('/watch-later', { answers, as: FAN });
  await press(page, 'Remove A desk fan');
  const undo = await main().findByRole('button', { name: 'Undo' });
  await waitFor(() => expect(document.activeElement).toBe(undo));
  expect(main().queryByRole('link', { name: /A desk fan/ })).toBeNull();
  await page.user.keyboard('{Enter}');
  await main().findByRole('link', { name: /A desk fan/ });
  await waitFor(() =>
    expect(document.activeElement).toBe(main().getByRole('button', { name: 'Remove A desk fan' })),
  );
  expect(page.api.sentTo('PUT /library/watch-later/{video_id}')).toHaveLength(1);
});

it('a video that is gone can be removed, and has no Undo', async () => {
  const answers = { ...WATCHING, 'GET /library/watch-later': [entry(DESK, { video: null }), entry(TOWER)] };
  const page = await openScreen('/watch-later', { answers, as: FAN });
  await main().findByText('This video is not available');
  expect(cards()).toHaveLength(2);
  await press(page, 'Remove This video is not available');
  await waitFor(() => expect(page.api.sentTo('DELETE /library/watch-later/{video_id}')).toHaveLength(1));
  expect(main().queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(document.activeElement).toBe(cards()[0]);
});

const HISTORY = {
  ...WATCHING,
  'GET /library/history': [
    { ...entry(DESK), position_s: 300 },
    { ...entry(TOWER), position_s: 61 },
  ],
  'GET /library/settings': { is_paused: false },
  'PUT /library/settings': ({ body }: { readonly body: unknown }) => body as { is_paused: boolean },
  'DELETE /library/history/{video_id}': undefined,
  'PUT /library/history/{video_id}': undefined,
};

it('the history shows how far each video was watched, and restores a removed one there', async () => {
  const page = await openScreen('/history', { answers: HISTORY, as: FAN });
  await main().findByText(/^Watched to 5:00 · /);
  await press(page, 'Remove A desk fan');
  await press(page, 'Undo');
  await main().findByRole('link', { name: /A desk fan/ });
  expect(page.api.sentTo('PUT /library/history/{video_id}')).toMatchObject([{ body: { position_s: 300 } }]);
});

it('a broadcast in the history leads to the watched moment of its replay, or to its channel', async () => {
  const channel = aChannel({ id: GALE.id, title: 'Night of hum', is_live: false });
  const broadcast = (id: string, video: NamedVideo | null) => ({
    ...entry(DESK, { id, video }),
    position_s: 300,
    channel,
  });
  const entries = [
    broadcast('01HZZZZZZZZZZZZZZZZZZZZAIR', null),
    broadcast('01HZZZZZZZZZZZZZZZZZZZAIR2', TOWER),
  ];
  const answers = { ...HISTORY, 'GET /library/history': entries };
  const page = await openScreen('/history', { answers, as: FAN });
  const card = await main().findByRole('link', { name: /Night of hum/ });
  expect(card.getAttribute('href')).toBe('/channel/GaleForce');
  main().getByText(/^Watched live · /);
  const replay = main().getByRole('link', { name: /A tower fan/ });
  expect(replay.getAttribute('href')).toBe(`/channel/GaleForce/video/${TOWER.id}?t=300`);
  await press(page, 'Remove A tower fan');
  await press(page, 'Undo');
  await waitFor(() =>
    expect(page.api.sentTo('PUT /library/history/{video_id}')).toMatchObject([
      { params: { video_id: TOWER.id }, body: { position_s: 300 } },
    ]),
  );
});

it('the history is paused by a switch', async () => {
  const page = await openScreen('/history', { answers: HISTORY, as: FAN });
  const keeps = await main().findByRole<HTMLInputElement>('switch', { name: 'Keep my history' });
  expect(keeps.checked).toBe(true);
  await page.user.click(keeps);
  await waitFor(() => expect(keeps.disabled || keeps.checked).toBe(false));
  expect(page.api.sentTo('PUT /library/settings')).toMatchObject([{ body: { is_paused: true } }]);
});

it('the history is cleared after a second press', async () => {
  const page = await openScreen('/history', { answers: HISTORY, as: FAN });
  keepPosition(DESK.id, 60, 600);
  await press(page, 'Clear history');
  expect(positionOf(DESK.id)).toBe(60);
  expect(page.api.sentTo('DELETE /library/history')).toEqual([]);
  page.api.answer({ 'DELETE /library/history': undefined, 'GET /library/history': [] });
  await press(page, 'Clear history');
  await expectToast('History cleared');
  await main().findByRole('heading', { name: 'No watched videos yet' });
  expect(main().queryByRole('button', { name: 'Clear history' })).toBeNull();
  expect(positionOf(DESK.id)).toBe(0);
});

it('Following shows what is new since the last visit, what was there before, clips and plans', async () => {
  const gale = aChannel({ id: GALE.id, is_live: false });
  const startsAt = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString();
  const answers = {
    'GET /follows': { followedChannels: [gale.id], channels: [gale], bells: [] },
    'GET /library/published': [
      { ...DESK, is_new: true },
      { ...TOWER, is_new: false },
    ],
    'GET /clips': [],
    'GET /schedules/{channel_id}': [
      {
        id: `${GALE.id}_2026-11-30`,
        title: 'Night of hum',
        game: 'Box Fans',
        starts_at: startsAt,
        ends_at: startsAt,
      },
    ],
  };
  const page = await openScreen('/following', { answers, as: FAN });
  const fresh = within(await main().findByRole('region', { name: 'New since your last visit' }));
  fresh.getByRole('link', { name: /A desk fan/ });
  expect(fresh.queryByRole('link', { name: /A tower fan/ })).toBeNull();
  const earlier = within(main().getByRole('region', { name: 'Earlier videos' }));
  earlier.getByRole('link', { name: /A tower fan/ });
  const upcoming = within(await main().findByRole('region', { name: 'Upcoming broadcasts' }));
  upcoming.getByText('Night of hum');
  expect(main().queryByRole('region', { name: 'New clips' })).toBeNull();
  expect(page.api.sentTo('GET /schedules/{channel_id}')).toHaveLength(1);
});

describe('a video is saved from the menu of its card', () => {
  const category = { id: 'box-fans', name: 'Box Fans', thumbnail_url: '', viewers: 0 };
  const results = { channels: [], categories: [], videos: [DESK], clips: [], fans: [] };
  const LISTS: [path: string, answers: Answers][] = [
    ['/', { 'GET /videos/latest': [DESK] }],
    ['/browse?tab=videos', { 'GET /videos/latest': [DESK] }],
    ['/search?q=desk', { 'GET /search': results }],
    [
      '/category/Box%20Fans',
      {
        'GET /categories/{id}': category,
        'GET /categories/{id}/streamers': [],
        'GET /categories/{id}/videos': [DESK],
      },
    ],
    [
      '/channel/GaleForce',
      {
        'GET /streamers/{username}': aChannel({ id: GALE.id, is_live: false }),
        'GET /videos': [DESK],
      },
    ],
    [
      `/channel/GaleForce/video/${TOWER.id}`,
      { 'GET /videos/{id}': { ...TOWER, playback_url: null }, 'GET /videos': [DESK, TOWER] },
    ],
  ];

  it.each(LISTS)('%s', async (path, answers) => {
    const page = await openScreen(path, { answers: { ...WATCHING, ...answers }, as: FAN });
    await press(page, 'More options for A desk fan');
    await page.user.click(await screen.findByRole('menuitem', { name: 'Watch later' }));
    await expectToast('Saved to Watch later');
    expect(page.api.sentTo('PUT /library/watch-later/{video_id}')).toMatchObject([
      { params: { video_id: DESK.id } },
    ]);
  });

  it('by the keyboard, which then stays at the menu', async () => {
    const page = await openScreen('/', { answers: { ...WATCHING, 'GET /videos/latest': [DESK] }, as: FAN });
    const menu = await screen.findByRole('button', { name: 'More options for A desk fan' });
    menu.focus();
    await page.user.keyboard('{Enter}');
    expect(document.activeElement).toBe(await screen.findByRole('menuitem', { name: 'Watch later' }));
    await page.user.keyboard('{Enter}');
    await expectToast('Saved to Watch later');
    expect(document.activeElement).toBe(menu);
  });

  it('by signed-in people alone', async () => {
    await openScreen('/browse?tab=videos', { answers: { 'GET /videos/latest': [DESK] } });
    await main().findByRole('link', { name: /A desk fan/ });
    expect(screen.queryByRole('button', { name: 'More options for A desk fan' })).toBeNull();
  });
});
