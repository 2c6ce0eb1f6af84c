/** /upload before anything is sent: what it says, and which files it refuses. */
import { screen, waitFor } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { MAX_UPLOAD_BYTES } from '#shared/limits.ts';
import { Refusal, refusal } from '#test/support/browser/fake-api.ts';
import { expectToast, FAN, openScreen, press, type Screen } from '#test/support/browser/screen.tsx';
import { currentToast } from '#web/ui/overlays/toast-store.ts';

/** At the field, and not in a toast. */
async function expectProblem(title: string, text: string): Promise<void> {
  await screen.findByText(title);
  const note = document.getElementById(picker().getAttribute('aria-describedby')!);
  expect(note?.textContent).toBe(`${title}${text}`);
  expect(picker().getAttribute('aria-invalid')).toBe('true');
  expect(currentToast()).toBeNull();
}

const picker = () => document.querySelector<HTMLInputElement>('input[type=file]')!;

async function openUpload(): Promise<Screen> {
  const page = await openScreen('/upload', { as: FAN });
  await screen.findByRole('heading', { name: 'Upload Your Fan Video' });
  return page;
}

// spec: 2.4, 2.47
it('/upload names itself and the accepted files, and asks for no details yet', async () => {
  await openUpload();
  await screen.findByText('MP4, MOV, WebM - max 500MB');
  screen.getByText('Click to choose a video, or drag and drop it here');
  expect(picker().accept).toBe('video/*');
  expect(screen.queryByText('Video Details')).toBeNull();
});

// spec: 4.10, 5.12
it('Upload Video without a file says "No file selected"', async () => {
  const page = await openUpload();
  await press(page, 'Upload Video');
  await expectProblem('No file selected', 'Please select a video file');
  expect(page.api.sentTo('POST /videos/upload')).toEqual([]);
});

// spec: 5.11, 9.5
it('a file of 500 MB and one byte is refused without a request', async () => {
  const page = await openUpload();
  const file = new File(['x'], 'large.mp4', { type: 'video/mp4' });
  Object.defineProperty(file, 'size', { value: MAX_UPLOAD_BYTES + 1 });
  await page.user.upload(picker(), file);
  await expectProblem('File too large', 'Please select a video under 500MB');
  expect(page.api.sentTo('POST /videos/upload')).toEqual([]);
});

it.each([
  ['text', 'film.mp4', 'I am not a film.', 'This file is a text file, not a video.'],
  ['a song', 'song.mp4', '\0\0\0\x18ftypM4A ', 'This file is an M4A sound file, not a video.'],
  ['nothing', 'empty.mp4', '', 'This file is empty.'],
])('a file that is %s is named and not sent', async (_, name, bytes, words) => {
  const page = await openUpload();
  await page.user.upload(picker(), new File([Buffer.from(bytes, 'latin1')], name, { type: 'video/mp4' }));
  await screen.findByText('This file cannot be uploaded');
  await waitFor(() => expect(document.body.textContent).toContain(words));
  expect(page.api.sentTo('POST /videos/upload')).toEqual([]);
});

// spec: 8.12
it('an upload that the server refuses says "Upload failed", with the detail or its own', async () => {
  const page = await openUpload();
  const bytes = Buffer.from('\0\0\0\x18ftypisom and more', 'latin1');
  await page.user.upload(picker(), new File([bytes], 'fan.mp4', { type: 'video/mp4' }));
  page.api.answer({ 'POST /videos/upload': refusal(400, 'Not this one.') });
  // It waits for the check of the file.
  const button = () => screen.getByRole('button', { name: 'Upload Video' });
  await waitFor(() => expect(button()).toHaveProperty('disabled', false));
  await page.user.click(button());
  await expectToast('Upload failed', 'Not this one.');
  page.api.answer({ 'POST /videos/upload': new Refusal(400, 'Bad Request') });
  await press(page, 'Try again');
  await expectToast('Upload failed', 'Failed to upload video');
});
