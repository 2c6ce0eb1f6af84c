/** The dialog in which the owner of a video uploads caption files. */
import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import type { Video } from '#shared/videos/videos.ts';
import { aVideo } from '#test/support/api/table/seed-videos.ts';
import { Refusal } from '#test/support/browser/fake-api.ts';
import { expectToast, FAN, openScreen, type Screen } from '#test/support/browser/screen.tsx';

const PUT = 'PUT /videos/{id}/captions/{language}';
const DELETE = 'DELETE /videos/{id}/captions/{language}';
const VIDEO: Video = aVideo(FAN, {
  status: 'ready',
  playback_url: '/media/videos/x/video.m3u8',
  duration_s: 9,
  title: 'A desk fan',
});
const SRT = '1\n00:00:01,000 -> 00:00:02,000\nCaf';
const READING = {
  lines: [
    {
      line: 2,
      text: '00:00:01,000 -> 00:00:02,000',
      change: 'timing' as const,
      result: '00:00:01.000 --> 00:00:02.000',
    },
    { line: 3, text: '<i><JOHN> Bye', change: 'formatting' as const },
    { line: 3, text: '<i><JOHN> Bye', change: 'tag_as_text' as const },
    { line: 7, text: 'Bye', change: 'left_out_order' as const },
  ],
  more: 0,
};

/** By the menu of the video's owner. */
async function openDialog(page: Screen) {
  await screen.findByRole('heading', { name: 'A desk fan' });
  await page.user.click(screen.getByRole('button', { name: /^More.*A desk fan/ }));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Captions' }));
  return within(await screen.findByRole('dialog', { name: 'Captions' }));
}

async function upload(bytes: Uint8Array<ArrayBuffer>, answer: object = { ...VIDEO, reading: READING }) {
  const page = await openScreen(`/channel/${FAN.username}/video/${VIDEO.id}`, {
    as: FAN,
    answers: { 'GET /videos/{id}': VIDEO, [PUT]: answer as never },
  });
  const dialog = await openDialog(page);
  await page.user.selectOptions(dialog.getByLabelText('Language of the captions'), 'fr');
  await page.user.upload(
    dialog.getByLabelText('Add file', { selector: 'input' }),
    new File([bytes], 'fan.srt'),
  );
  return { page, dialog };
}
const sent = (page: Screen) => page.api.sentTo(PUT).map(({ body }) => body);
const refused = (fault: object) =>
  new Refusal(
    400,
    JSON.stringify({ code: 'invalid_request', ...fault, detail: 'Too late.', request_id: 'request-1' }),
  );
const utf8 = (text: string) => new TextEncoder().encode(text);

it('lists the lines of a file that were changed or left out', async () => {
  const { dialog } = await upload(utf8(SRT));
  await expectToast('Captions saved: Français', '3 lines were changed or left out');
  const rows = await dialog.findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Line 200:00:01,000 -> 00:00:02,000Read as 00:00:01.000 --> 00:00:02.000',
    'Line 3<i><JOHN> ByeFormatting removedUnknown tag, shown as text',
    'Line 7ByeLeft out: must end after it starts',
  ]);
  dialog.getByText('3 lines were changed or left out');
});

it('lists nothing where nothing was changed', async () => {
  const { dialog } = await upload(utf8(SRT), { ...VIDEO, reading: { lines: [], more: 0 } });
  await expectToast('Captions saved: Français');
  expect(dialog.queryByText(/changed or left out/)).toBeNull();
});

it('offers the encodings of a file that is not in Unicode, by how it reads', async () => {
  const { page, dialog } = await upload(new Uint8Array([...utf8(SRT), 0xe9]));
  await dialog.findByText('Café');
  expect(document.activeElement).toBe(dialog.getByLabelText('Encoding'));
  expect(sent(page)).toEqual([]);
  await page.user.selectOptions(dialog.getByLabelText('Encoding'), 'windows-1251');
  await dialog.findByText('Cafй');
  await page.user.selectOptions(dialog.getByLabelText('Encoding'), 'windows-1252');
  const use = dialog.getByRole('button', { name: 'Use this encoding' });
  const language = dialog.getByLabelText('Language of the captions');
  await page.user.selectOptions(language, '');
  await page.user.click(use);
  dialog.getByText('Choose a language', { selector: '[role=alert]' });
  expect(document.activeElement).toBe(language);
  await page.user.selectOptions(language, 'fr');
  await page.user.click(use);
  await expectToast('Captions saved: Français');
  expect(sent(page)).toEqual([{ label: 'Français', text: `${SRT}é` }]);
});

it('lists the lines for which a file is refused', async () => {
  const issues = [
    { reason: 'captions_lost', params: { lost: 2, all: 3 } },
    { reason: 'captions_time', params: { line: 4 } },
    { reason: 'captions_end_before_start', params: { line: 7 } },
  ];
  const { dialog } = await upload(utf8(SRT), refused({ ...issues[0], issues }));
  await dialog.findByText('2 of 3 captions in this file cannot be used. The file was not saved.');
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Line 4: this time cannot be read.',
    'Line 7: this caption ends before it starts.',
  ]);
});

it('deletes captions after a second press', async () => {
  const captions = [{ language: 'fr', label: 'Français', url: '/x.vtt' }];
  const page = await openScreen(`/channel/${FAN.username}/video/${VIDEO.id}`, {
    as: FAN,
    answers: {
      'GET /videos/{id}': { ...VIDEO, captions } as never,
      'DELETE /videos/{id}/captions/{language}': VIDEO as never,
    },
  });
  const dialog = await openDialog(page);
  const french = within(await dialog.findByRole('listitem'));
  await page.user.click(french.getByRole('button', { name: 'Delete' }));
  expect(page.api.sentTo(DELETE)).toEqual([]);
  page.api.answer({ 'GET /videos/{id}': VIDEO });
  await page.user.click(french.getByRole('button', { name: 'Delete Français' }));
  await waitFor(() => expect(dialog.queryByRole('listitem')).toBeNull());
  expect(page.api.sentTo(DELETE)).toMatchObject([{ params: { language: 'fr' } }]);
});

it('offers to shift captions on a broadcaster’s clock', async () => {
  const params = { first_ms: 36_005_000, shift_ms: -36_000_000, time: '10:00:05' };
  const { page, dialog } = await upload(utf8(SRT), refused({ reason: 'captions_clock', params }));
  await dialog.findByText('Too late.');
  dialog.getByRole('button', { name: 'First caption at 0:00' });
  await page.user.click(dialog.getByRole('button', { name: 'First caption at 0:05' }));
  await dialog.findByText('Too late.');
  expect(sent(page)).toMatchObject([{ text: SRT }, { text: SRT, shift_ms: -36_000_000 }]);
});
