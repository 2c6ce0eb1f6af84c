/** Playlists of people: saving to them, their page, and what plays on. */
import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';
import type { Playlist, PlaylistChoice, PlaylistEntry } from '#shared/channels/playlists.ts';
import type { NamedVideo } from '#shared/videos/videos.ts';
import { type Answers, refusal } from '#test/support/browser/fake-api.ts';
import {
  aChannel,
  expectToast,
  FAN,
  fillIn,
  main,
  openScreen,
  path,
  press,
} from '#test/support/browser/screen.tsx';
import { EverythingInSight } from '../every-screen.ts';
import { aVideo } from '#test/support/api/table/seed-videos.ts';

// happy-dom has an object without its methods' promises.
Object.defineProperty(HTMLMediaElement.prototype, 'remote', { configurable: true, value: undefined });

const GALE = { id: '01HZZZZZZZZZZZZZZZZZZZGALE', username: 'GaleForce' };
const named = (title: string, n: number): NamedVideo => ({
  ...aVideo(GALE, {
    id: `01HZZZZZZZZZZZZZZZZZZVDE0${n}`,
    title,
    status: 'ready',
    duration_s: 600,
    playback_url: '/media/videos/x/video.m3u8',
  }),
  display_name: 'Gale Force',
});
const VIDEOS = [named('Desk', 1), named('Tower', 2), named('Box', 3)];
const [DESK] = VIDEOS as [NamedVideo];
const entryOf = (video: NamedVideo): PlaylistEntry => ({ kind: 'video', id: video.id, video });
const GONE: PlaylistEntry = { kind: 'video', id: '01HZZZZZZZZZZZZZZZZZZVDE09', video: null };
const LIST: Playlist = {
  id: '01HZZZZZZZZZZZZZZZZZZP1AY1',
  channel_id: FAN.id,
  username: FAN.username,
  display_name: FAN.display_name,
  title: 'Calm fans',
  description: '',
  visibility: 'public',
  picture_url: null,
  count: 4,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
};
const PAGE = `/playlist/${LIST.id}`;
const POSITION = 'PUT /library/playlists/{id}/entries/{kind}/{entry_id}/position';
const ADD = 'PUT /library/playlists/{id}/entries/{kind}/{entry_id}';
const REMOVE = 'DELETE /library/playlists/{id}/entries/{kind}/{entry_id}';
const choice = (fields: Partial<PlaylistChoice>): PlaylistChoice => ({
  id: LIST.id,
  title: LIST.title,
  visibility: 'public',
  has: false,
  ...fields,
});
const answers = {
  'GET /library/playlists/{id}': LIST,
  'GET /library/playlists/{id}/entries': [...VIDEOS.map(entryOf), GONE],
  'GET /library/playlists/with/{kind}/{id}': [
    choice({ id: FAN.id, title: 'Watch later', visibility: 'private' }),
    choice({}),
  ],
  'GET /videos/{id}': ({ params: { id } }) => VIDEOS.find((video) => video.id === id) ?? DESK,
  'GET /streamers/{username}': aChannel(GALE),
  [POSITION]: undefined,
  [ADD]: undefined,
  [REMOVE]: undefined,
} satisfies Answers;
const rows = () => within(screen.getByRole('list', { name: 'Entries' })).getAllByRole('listitem');
const titles = () => rows().map((row) => /Desk|Tower|Box|Not available/.exec(row.textContent)?.[0]);

it('a video is put into playlists by checkboxes, and taken out', async () => {
  const page = await openScreen(`/channel/GaleForce/video/${DESK.id}`, { answers, as: FAN });
  await press(page, 'Save to playlist');
  const dialog = within(await screen.findByRole('dialog', { name: 'Save to playlist' }));
  await dialog.findByRole('checkbox', { name: 'Watch later', checked: false });
  await page.user.click(dialog.getByRole('checkbox', { name: 'Calm fans' }));
  await page.user.click(await dialog.findByRole('checkbox', { name: 'Calm fans', checked: true }));
  await dialog.findByRole('checkbox', { name: 'Calm fans', checked: false });
  await waitFor(() => expect(page.api.sentTo(REMOVE)).toHaveLength(1));
  expect(page.api.sentTo(ADD)).toHaveLength(1);
});

it('a full playlist stays unchecked, with the reason', async () => {
  const full = { ...answers, [ADD]: refusal(409, 'A playlist can have at most 500 entries.') };
  const page = await openScreen(`/channel/GaleForce/video/${DESK.id}`, { answers: full, as: FAN });
  await press(page, 'Save to playlist');
  await page.user.click(await screen.findByRole('checkbox', { name: 'Calm fans' }));
  await expectToast('The playlist could not be changed', 'A playlist can have at most 500 entries.');
  await screen.findByRole('checkbox', { name: 'Calm fans', checked: false });
});

it('a video is saved to a new playlist, which needs a title', async () => {
  const page = await openScreen(`/channel/GaleForce/video/${DESK.id}`, {
    answers: { ...answers, 'POST /library/playlists': LIST },
    as: FAN,
  });
  await press(page, 'Save to playlist');
  await press(page, 'New playlist');
  await press(page, 'Create');
  await screen.findByText('A title is required');
  await fillIn(page, { Title: 'Calm fans' });
  await press(page, 'Create');
  await expectToast('Saved to Calm fans');
  expect(page.api.sentTo('POST /library/playlists').map(({ body }) => body)).toEqual([
    { title: 'Calm fans', description: '', visibility: 'private' },
  ]);
});

it('the owner orders the entries by keys and by the menu, and hears where they are', async () => {
  const page = await openScreen(PAGE, { answers, as: FAN });
  const handle = await screen.findByRole('button', { name: 'Move Desk' });
  expect(titles()).toEqual(['Desk', 'Tower', 'Box', 'Not available']);
  handle.focus();
  await page.user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}');
  expect(titles()).toEqual(['Tower', 'Box', 'Desk', 'Not available']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Desk' }));
  await screen.findByText('Desk: 3 of 4');
  await waitFor(() =>
    expect(page.api.sentTo(POSITION).map(({ body }) => body)).toEqual([
      { before: VIDEOS[2]!.id },
      { before: GONE.id },
    ]),
  );
  await press(page, 'More options for Desk');
  await page.user.click(await screen.findByRole('menuitem', { name: 'Move down' }));
  expect(titles()).toEqual(['Tower', 'Box', 'Not available', 'Desk']);
  await waitFor(() => expect(page.api.sentTo(POSITION).at(-1)?.body).toEqual({ before: null }));
});

it('the owner drags an entry to its place', async () => {
  const page = await openScreen(PAGE, { answers, as: FAN });
  const handle = await screen.findByRole('button', { name: 'Move Desk' });
  // Rows of 100 px.
  for (const [at, row] of rows().entries())
    row.getBoundingClientRect = () => new DOMRect(0, at * 100, 300, 100);
  handle.setPointerCapture = () => {};
  const send = (type: string, clientY: number) =>
    handle.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, clientY }));
  send('pointerdown', 50);
  await waitFor(() => expect(rows()[0]!.style.order).toBe('0'));
  send('pointermove', 120);
  send('pointermove', 260);
  await waitFor(() => expect(rows()[0]!.style.order).toBe('2'));
  send('pointerup', 260);
  await waitFor(() => expect(titles()).toEqual(['Tower', 'Box', 'Desk', 'Not available']));
  await waitFor(() =>
    expect(page.api.sentTo(POSITION).map(({ body }) => body)).toEqual([{ before: GONE.id }]),
  );
});

it('an entry is removed, and comes back if that is refused', async () => {
  const refused = { ...answers, [REMOVE]: refusal(409, 'Not now.') };
  const page = await openScreen(PAGE, { answers: refused, as: FAN });
  await press(page, 'More options for Not available');
  await page.user.click(await screen.findByRole('menuitem', { name: 'Remove from playlist' }));
  await expectToast('The playlist could not be changed', 'Not now.');
  await waitFor(() => expect(titles()).toContain('Not available'));
});

it('a playlist is renamed and deleted by its owner', async () => {
  const changes = { 'PATCH /library/playlists/{id}': LIST, 'DELETE /library/playlists/{id}': undefined };
  const page = await openScreen(PAGE, {
    answers: { ...answers, ...changes, 'GET /library/playlists': [] },
    as: FAN,
  });
  await press(page, 'More options for Calm fans');
  await page.user.click(await screen.findByRole('menuitem', { name: 'Edit playlist' }));
  await fillIn(page, { Title: 'Loud fans' });
  await press(page, 'Save changes');
  await expectToast('Playlist saved');
  expect(page.api.sentTo('PATCH /library/playlists/{id}')[0]?.body).toMatchObject({ title: 'Loud fans' });
  await press(page, 'More options for Calm fans');
  await page.user.click(await screen.findByRole('menuitem', { name: 'Delete playlist' }));
  await press(page, 'Delete');
  await expectToast('Playlist deleted');
  await waitFor(() => expect(path()).toBe('/playlists'));
});

it('others read and play it, and change nothing; a missing one says so', async () => {
  const page = await openScreen(PAGE, {
    answers: { ...answers, 'GET /library/playlists/{id}/entries': [entryOf(DESK)] },
  });
  const play = await main().findByRole('link', { name: 'Play all' });
  expect(play.getAttribute('href')).toBe(`/channel/GaleForce/video/${DESK.id}?list=${LIST.id}`);
  expect(main().queryByRole('button', { name: /^Move|^Edit/ })).toBeNull();
  await press(page, 'More options for Calm fans');
  await screen.findByRole('menuitem', { name: 'Report playlist' });
});

it('a missing playlist says so', async () => {
  const missing = refusal(404, 'Playlist not found', 'not_found');
  await openScreen(PAGE, { answers: { 'GET /library/playlists/{id}': missing } });
  expect(await screen.findByRole('heading', { name: 'Playlist not found' })).toBeDefined();
});

it('the next entry plays after the one that ends, and the first one after the last where it repeats', async () => {
  const last = VIDEOS[2]!;
  const page = await openScreen(`/channel/GaleForce/video/${last.id}?list=${LIST.id}`, { answers });
  const list = within(await screen.findByRole('region', { name: 'Calm fans' }));
  expect(list.getByRole('link', { current: true }).textContent).toContain('Box');
  await press(page, 'Repeat');
  await waitFor(() => expect(location.search).toContain('repeat=1'));
  expect(document.activeElement).toBe(list.getByRole('button', { name: 'Repeat' }));
  const video = await waitFor(() => {
    const element = document.querySelector<HTMLVideoElement>('[data-player] video');
    expect(element).not.toBeNull();
    return element!;
  });
  video.dispatchEvent(new Event('ended'));
  const card = within(await screen.findByRole('region', { name: 'Up next' }));
  card.getByText('Desk');
  await page.user.click(card.getByRole('button', { name: 'Play now' }));
  await waitFor(() => expect(path()).toBe(`/channel/GaleForce/video/${DESK.id}`));
  expect(location.search).toBe(`?list=${LIST.id}&repeat=1`);
  await waitFor(() => expect(screen.getByRole('link', { current: true }).textContent).toContain('Desk'));
  await press(page, 'Shuffle');
  await waitFor(() => expect(location.search).toMatch(/shuffle=\w+/));
});

it('a channel’s page has its public playlists', async () => {
  vi.stubGlobal('IntersectionObserver', EverythingInSight);
  const { count: _, ...publicOne } = LIST;
  await openScreen('/channel/GaleForce', {
    answers: {
      'GET /streamers/{username}': aChannel(GALE),
      'GET /videos': [],
      'GET /library/playlists/channels/{channel_id}': [publicOne],
    },
  });
  const section = await screen.findByRole('region', { name: 'Playlists' });
  expect(within(section).getByRole('link').getAttribute('href')).toBe(PAGE);
});
