/** The page on which the owner of a video writes its captions. */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { parseCaptions } from '#shared/plain/captions/parse-captions.ts';
import type { Video } from '#shared/videos/videos.ts';
import { cuesQuery } from '#web/features/videos/cues.queries.ts';
import { queryClient } from '#web/lib/api/query.ts';
import { aVideo, OUTPUTS } from '#test/support/api/table/seed-videos.ts';
import { refusal } from '#test/support/browser/fake-api.ts';
import {
  expectToast,
  FAN,
  main,
  openScreen,
  path,
  press,
  type Screen,
} from '#test/support/browser/screen.tsx';

// happy-dom has not what they read of a media element.
vi.mock('#web/features/player/controls/controls.tsx', () => ({ Controls: () => null }));

const PUT = 'PUT /videos/{id}/captions/{language}';
const VIDEO: Video = {
  ...aVideo(FAN, { ...OUTPUTS, id: '01HZZZZZZZZZZZZZZZZZZVIDE1', title: 'A desk fan', status: 'ready' }),
  captions: [{ language: 'en', label: 'English', url: '/media/videos/x/captions.en.1.vtt' }],
};
const SAVED = { ...VIDEO, reading: { lines: [], more: 0 } };
const FILE = `WEBVTT

00:00:01.000 --> 00:00:02.000 line:0
A <i>quiet</i> fan

00:00:05.000 --> 00:00:07.500
It turns
`;
const editor = (language: string) => `/videos/${VIDEO.id}/captions/${language}`;
const ANSWERS = { 'GET /videos/{id}': VIDEO, [PUT]: SAVED };

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined);
});

const open = async (language: string, answers: Parameters<typeof openScreen>[1] = {}): Promise<Screen> => {
  queryClient.setQueryData(cuesQuery(VIDEO.captions![0]!.url).queryKey, parseCaptions(FILE).cues);
  const page = await openScreen(editor(language), { answers: ANSWERS, as: FAN, ...answers });
  await screen.findByRole('button', { name: 'Add caption' });
  return page;
};
/** Gives the player a picture, at a position. */
async function playAt(seconds: number): Promise<void> {
  const video = await waitFor(() => document.querySelector<HTMLVideoElement>('[data-player] video')!);
  Object.defineProperty(video, 'currentTime', { configurable: true, writable: true, value: seconds });
  fireEvent(video, new Event('canplay'));
  const usesPosition = main().getAllByRole<HTMLButtonElement>('button', { name: /^Set the start/ });
  await waitFor(() => expect(usesPosition.every(({ disabled }) => !disabled)).toBe(true));
  fireEvent(video, new Event('timeupdate'));
}
const row = (time: string) => within(main().getByRole('group', { name: `Caption at ${time}` }));
const field = (time: string, name: string) => row(time).getByRole<HTMLInputElement>('textbox', { name });
const type = async ({ user }: Screen, field: HTMLElement, text: string): Promise<void> => {
  await user.clear(field);
  if (text) await user.type(field, text);
  await user.tab();
};
const sent = (page: Screen) =>
  page.api.sentTo(PUT).map(({ params, body }) => ({ ...params, ...(body as object) }));

it('the captions of a file are corrected, and keep their markup and settings', async () => {
  const page = await open('en');
  expect(field('0:01.000', 'Caption').value).toBe('A <i>quiet</i> fan');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' }).disabled).toBe(true);
  await type(page, field('0:05.000', 'Caption'), '1 < 2');
  await type(page, field('0:05.000', 'End'), '0:08,25');
  await press(page, 'Save changes');
  await expectToast('Captions saved: English');
  const text = FILE.replace('It turns', '1 &lt; 2').replace('07.500', '08.250');
  expect(sent(page)).toEqual([{ id: VIDEO.id, language: 'en', label: 'English', text }]);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' }).disabled).toBe(true);
});

it('mistakes are named at the caption, and nothing is sent', async () => {
  const page = await open('en');
  await type(page, field('0:01.000', 'End'), '0:00.500');
  row('0:01.000').getByText('The end must be after the start.');
  await type(page, field('0:05.000', 'Start'), 'soon');
  row('soon').getByText('Enter a time such as 0:12.500.');
  await type(page, field('soon', 'Start'), '0:12.600');
  row('0:12.600').getByText(/./, { selector: '[role=alert]' });
  await type(page, field('0:12.600', 'Start'), '0:06');
  await type(page, field('0:06', 'Caption'), '');
  expect(row('0:06').queryByText('Enter a text, or delete this caption.')).toBeNull();
  await press(page, 'Save changes');
  row('0:06').getByText('Enter a text, or delete this caption.');
  await screen.findByText('2 captions have a mistake.');
  await waitFor(() => expect(document.activeElement).toBe(field('0:01.000', 'End')));
  expect(sent(page)).toEqual([]);
});

it('a new language begins empty, and captions are added at the position and deleted', async () => {
  const page = await open('de');
  main().getByRole('heading', { level: 1, name: 'Captions: Deutsch' });
  main().getByText(/^No captions yet\./);
  await press(page, 'Add caption');
  await waitFor(() => expect(document.activeElement).toBe(field('0:00.000', 'Caption')));
  await page.user.keyboard('Eins');
  await playAt(6);
  await press(page, 'Add caption');
  await page.user.keyboard('Drei');
  await playAt(5);
  await page.user.keyboard('{Control>}{Enter}{/Control}');
  await page.user.keyboard('Zwei');
  expect(field('0:05.000', 'End').value).toBe('0:06.000');
  await press(page, 'Delete the caption at 0:00.000');
  expect(main().queryByDisplayValue('Eins')).toBeNull();
  const next = main().getByRole('button', { name: 'Delete the caption at 0:05.000' });
  await waitFor(() => expect(document.activeElement).toBe(next));
  await press(page, 'Save changes');
  const text = 'WEBVTT\n\n00:00:05.000 --> 00:00:06.000\nZwei\n\n00:00:06.000 --> 00:00:08.000\nDrei\n';
  await waitFor(() => expect(sent(page)).toMatchObject([{ language: 'de', label: 'Deutsch', text }]));
});

it('a time is set to the position, the player goes to a time, and the caption there is marked', async () => {
  const page = await open('en');
  await playAt(1.25);
  const marked = () => main().getByRole('group', { current: true }).getAttribute('aria-label');
  await waitFor(() => expect(marked()).toBe('Caption at 0:01.000'));
  await page.user.click(row('0:01.000').getByRole('button', { name: /^Set the start/ }));
  expect(field('0:01.250', 'Start').value).toBe('0:01.250');
  await press(page, 'Go to 0:05.000');
  fireEvent(document.querySelector('[data-player] video')!, new Event('timeupdate'));
  await waitFor(() => expect(marked()).toBe('Caption at 0:05.000'));
});

it('the reason of a refusal is shown, and the captions stay', async () => {
  const answers = { ...ANSWERS, [PUT]: refusal(409, 'A video can have captions in at most 20 languages.') };
  const page = await open('en', { answers });
  await type(page, field('0:05.000', 'Caption'), 'It hums');
  await press(page, 'Save changes');
  await main().findByText('A video can have captions in at most 20 languages.');
  expect(field('0:05.000', 'Caption').value).toBe('It hums');
});

it('the page asks before it loses changes', async () => {
  const page = await open('en');
  await type(page, field('0:05.000', 'Caption'), 'It hums');
  await page.user.click(main().getByRole('link', { name: 'A desk fan' }));
  const question = within(await screen.findByRole('dialog', { name: 'You have unsaved changes.' }));
  await page.user.click(question.getByRole('button', { name: 'Keep editing' }));
  expect(path()).toBe(editor('en'));
  expect(field('0:05.000', 'Caption').value).toBe('It hums');
  await page.user.click(main().getByRole('link', { name: 'A desk fan' }));
  await page.user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(path()).toBe(`/channel/${FAN.username}/video/${VIDEO.id}`));
});

it('others are led to the video', async () => {
  const answers = { ...ANSWERS, 'GET /videos/{id}': { ...VIDEO, channel_id: 'other' } };
  await openScreen(editor('en'), { answers, as: FAN });
  await waitFor(() => expect(path()).toBe(`/channel/${FAN.username}/video/${VIDEO.id}`));
});

it('an unknown language is not found', async () => {
  await openScreen(editor('xx-yy'), { answers: ANSWERS, as: FAN });
  expect(await main().findByRole('heading', { name: 'Page not found' })).toBeTruthy();
});

it('of thousands of captions those near the window are rendered', async () => {
  const cue = (n: number) => ({ startMs: n * 2, endMs: n * 2 + 1, text: `Line ${n}`, settings: '' });
  const cues = Array.from({ length: 6000 }, (_, n) => cue(n));
  queryClient.setQueryData(cuesQuery(VIDEO.captions![0]!.url).queryKey, cues);
  await openScreen(editor('en'), { answers: ANSWERS, as: FAN });
  await screen.findByRole('button', { name: 'Add caption' });
  expect(main().getAllByRole('group').length).toBeLessThan(100);
});
