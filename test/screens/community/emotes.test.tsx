/** A channel's own emotes: in its chat, in the list of emotes, in the settings, and in reports. */
import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ChannelEmote } from '#shared/community/channel-emotes.ts';
import { MAX_EMOTES } from '#shared/limits.ts';
import { SITE_EMOTES as CODES } from '#shared/plain/site-emotes.ts';
import { SITE_EMOTES } from '#web/features/chat/emotes/site-emotes.ts';
import { uploadPicture } from '#web/lib/pictures/pictures-upload.ts';
import { type Answers, outage, refusal } from '#test/support/browser/fake-api.ts';
import { aVideo } from '#test/support/api/table/seed-videos.ts';
import { aChannel, expectToast, FAN, openScreen, press } from '#test/support/browser/screen.tsx';

vi.mock('#web/lib/pictures/pictures-upload.ts', () => ({
  uploadPicture: vi.fn(async () => '/media/pictures/a/b.moving.gif'),
}));
beforeEach(() => {
  vi.mocked(uploadPicture).mockClear();
  Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => {} });
});

const ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const HYPE: ChannelEmote = {
  id: ID,
  code: 'hype',
  alt: 'A fan that dances',
  url: '/media/pictures/a/b.moving.gif',
  still_url: '/media/pictures/a/b.still.gif',
};
const CHEER: ChannelEmote = {
  ...HYPE,
  code: 'cheer',
  alt: 'A fan that cheers',
  url: '/c.png',
  still_url: null,
};
const GALE = aChannel();
const message = {
  id: ID,
  username: 'LoudFan',
  message: 'Look :hype: :fan: :gone: :HYPE:',
  timestamp: new Date().toISOString(),
};
const openChat = (emotes: Answers['GET /rooms/{id}/emotes']) =>
  openScreen(`/channel/${GALE.username}/chat`, {
    as: FAN,
    answers: {
      'GET /streamers/{username}': GALE,
      'GET /chat/{id}': [message],
      'GET /rooms/{id}/emotes': emotes,
    },
  });
const line = async () => (await screen.findByText(/Look/)).closest('li')!;

it('the site’s codes, which no channel can take, are those of its pictures', () => {
  expect([...SITE_EMOTES.keys()].toSorted()).toEqual([...CODES].toSorted());
});

it('a message shows the emotes that the channel has, with their texts, and still ones for reduced motion', async () => {
  await openChat({ emotes: [HYPE] });
  const picture = await within(await line()).findByRole<HTMLImageElement>('img', { name: HYPE.alt });
  expect([picture.getAttribute('src'), picture.title]).toEqual([HYPE.still_url, ':hype:']);
  const [moving] = picture.parentElement!.querySelectorAll('source');
  expect([moving?.srcset, moving?.media]).toEqual([HYPE.url, '(prefers-reduced-motion: no-preference)']);
  expect(within(await line()).getByRole('img', { name: ':fan:' })).toBeDefined();
  expect((await line()).textContent).toContain(':gone: :HYPE:');
});

it('is the text of its code while the channel’s emotes are unknown', async () => {
  await openChat(outage());
  expect((await line()).textContent).toContain(':hype:');
  expect(within(await line()).getAllByRole('img')).toHaveLength(1);
});

it('the list of emotes has the channel’s own first, and completing knows them', async () => {
  const { user } = await openChat({ emotes: [CHEER, HYPE] });
  await within(await line()).findByRole('img', { name: HYPE.alt });
  await user.click(await screen.findByRole('button', { name: 'Emotes' }));
  const menu = within(await screen.findByRole('menu', { name: 'Emotes' }));
  const names = menu.getAllByRole('menuitem').map((item) => item.getAttribute('aria-label'));
  expect(names.slice(0, 3)).toEqual([':cheer: A fan that cheers', ':hype: A fan that dances', ':breeze:']);
  await user.click(menu.getByRole('menuitem', { name: /^:hype:/ }));
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Send a message' });
  expect(field.value).toBe(':hype: ');
  await user.type(field, ':che');
  await user.click(await screen.findByRole('option', { name: ':cheer:' }));
  expect(field.value).toBe(':hype: :cheer: ');
});

const openReplay = (emotes: Answers['GET /rooms/{id}/emotes']) => {
  const video = aVideo(GALE, { kind: 'replay', status: 'ready', duration_s: 60 });
  const recorded = [{ at_s: 0, time: '2100-01-01T00:00:00.000Z' }];
  return openScreen(`/channel/${GALE.username}/video/${video.id}`, {
    as: FAN,
    answers: {
      'GET /streamers/{username}': GALE,
      'GET /videos/{id}': video,
      'GET /replays/{id}/chat': { recorded, messages: [message], next: null },
      'GET /rooms/{id}/emotes': emotes,
    },
  });
};

it.each([
  ['the chat', openChat],
  ['the chat of a replay', openReplay],
])('a reader reports an emote of a message in %s', async (_, open) => {
  const page = await open({ emotes: [CHEER, HYPE] });
  await within(await line()).findByRole('img', { name: HYPE.alt });
  await press(page, "Actions for LoudFan's message");
  expect(screen.queryByRole('menuitem', { name: 'Report :cheer:' })).toBeNull();
  await page.user.click(await screen.findByRole('menuitem', { name: 'Report :hype:' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Emote :hype:');
  await page.user.selectOptions(dialog.getByRole('combobox'), 'spam');
  page.api.answer({ 'POST /reports': undefined });
  await page.user.click(dialog.getByRole('button', { name: 'Report' }));
  await waitFor(() =>
    expect(page.api.sentTo('POST /reports')[0]?.body).toMatchObject({
      kind: 'emote',
      id: GALE.id,
      message_id: ID,
    }),
  );
});

const openSettings = (emotes: Answers['GET /rooms/{id}/emotes']) =>
  openScreen('/settings', { as: FAN, answers: { 'GET /rooms/{id}/emotes': emotes } });
const aFile = (type: string) => new File(['picture'], 'hype', { type });

it('the settings add an emote, and say what is wrong with one', async () => {
  const page = await openSettings({ emotes: [] });
  await screen.findByText('Your channel has no emotes yet.');
  await press(page, 'Add emote');
  for (const problem of [
    'Choose a picture.',
    'Code must have 3 to 20 letters from a to z.',
    'Alternative text is required.',
  ])
    await screen.findByText(problem);
  const input = screen.getByLabelText<HTMLInputElement>('Choose picture', { selector: 'input' });
  const user = page.user;
  await user.upload(input, aFile('image/jpeg'));
  await user.type(screen.getByLabelText(/^Code/), ':Hype:');
  await user.type(screen.getByLabelText(/^Alternative text/), HYPE.alt);
  await press(page, 'Add emote');
  await screen.findByText('Choose a PNG, WebP, GIF or AVIF picture.');
  expect(uploadPicture).not.toHaveBeenCalled();

  await user.upload(input, aFile('image/gif'));
  page.api.answer({
    'PUT /rooms/{id}/emotes/{code}': refusal(409, 'That code is taken.', 'conflict', 'code'),
  });
  await press(page, 'Add emote');
  await screen.findByText('That code is taken.');
  page.api.answer({ 'PUT /rooms/{id}/emotes/{code}': { emotes: [HYPE] } });
  await press(page, 'Add emote');
  await expectToast(':hype: added');
  expect(page.api.sentTo('PUT /rooms/{id}/emotes/{code}').at(-1)).toMatchObject({
    params: { id: FAN.id, code: 'hype' },
    body: { picture_url: HYPE.url, alt: HYPE.alt },
  });
  await screen.findByText(':hype:');
  expect(screen.getByLabelText(/^Code/)).toHaveProperty('value', '');
});

it('the settings remove an emote at the second press', async () => {
  const page = await openSettings({ emotes: [CHEER, HYPE] });
  await press(page, 'Remove: :hype:');
  expect(page.api.sentTo('DELETE /rooms/{id}/emotes/{code}')).toEqual([]);
  page.api.answer({ 'DELETE /rooms/{id}/emotes/{code}': outage() });
  await press(page, 'Really remove :hype:');
  await expectToast(':hype: could not be removed');
  page.api.answer({ 'DELETE /rooms/{id}/emotes/{code}': { emotes: [CHEER] } });
  await press(page, 'Really remove :hype:');
  await expectToast(':hype: removed');
  await waitFor(() => expect(screen.queryByText(':hype:')).toBeNull());
});

it('the settings change an alternative text, with the same picture', async () => {
  const page = await openSettings({ emotes: [HYPE] });
  await press(page, 'Edit: :hype:');
  const dialog = within(await screen.findByRole('dialog', { name: 'Alternative text of :hype:' }));
  const field = dialog.getByLabelText(/^Alternative text/);
  await page.user.clear(field);
  await page.user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await dialog.findByText('Alternative text is required.');
  await page.user.type(field, CHEER.alt);
  page.api.answer({ 'PUT /rooms/{id}/emotes/{code}': outage() });
  await page.user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(page.api.sentTo('PUT /rooms/{id}/emotes/{code}')).toHaveLength(1));
  page.api.answer({ 'PUT /rooms/{id}/emotes/{code}': { emotes: [{ ...HYPE, alt: CHEER.alt }] } });
  await page.user.click(await dialog.findByRole('button', { name: 'Save changes' }));
  await expectToast('Alternative text saved');
  expect(page.api.sentTo('PUT /rooms/{id}/emotes/{code}').at(-1)).toMatchObject({
    params: { id: FAN.id, code: 'hype' },
    body: { picture_url: HYPE.url, alt: CHEER.alt },
  });
  await screen.findByText(CHEER.alt);
});

it('the settings say that emotes could not be loaded', async () => {
  await openSettings(outage());
  expect(await screen.findByText('Your emotes could not be loaded')).toBeDefined();
});

it('the settings have no form for more than thirty emotes', async () => {
  const emotes = Array.from({ length: MAX_EMOTES }, (_, at) => ({ ...HYPE, code: `hype${'z'.repeat(at)}` }));
  await openSettings({ emotes });
  await screen.findByText(':hypezz:');
  expect(screen.queryByRole('button', { name: 'Add emote' })).toBeNull();
});
