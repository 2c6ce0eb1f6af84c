/** /go-live: the camera broadcast's form, before and at its start. The camera itself is a stand-in. */
import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';
import type * as cameraModule from '#web/features/browser-stream/camera/camera.ts';
import { CATEGORIES } from '#shared/plain/category-list.ts';
import { refusal } from '#test/support/browser/fake-api.ts';
import {
  expectToast,
  FAN,
  fillIn,
  openScreen,
  path,
  press,
  type Screen,
} from '#test/support/browser/screen.tsx';

type OpenCamera = typeof cameraModule.openCamera;

const openCamera = vi.hoisted(() => vi.fn<OpenCamera>());
vi.mock(import('#web/features/browser-stream/camera/camera.ts'), async (original) => ({
  ...(await original()),
  openCamera,
}));
vi.mock(import('#web/features/browser-stream/direct/probe.ts'), () => ({
  probeDirect: async () => ({ can: false, canSmall: false, why: 'This is no real camera.' }),
}));
vi.mock(import('#web/features/browser-stream/camera/recorder.ts'), async (original) => ({
  ...(await original()),
  canRecord: () => true,
}));

// happy-dom has no IndexedDB: no broadcast was left unfinished.
vi.mock(import('#web/features/browser-stream/pieces/piece-store.ts'), async (original) => ({
  ...(await original()),
  createPieceStore: () => ({ broadcasts: async () => [] }) as never,
}));

/** A camera that is on, and shows nothing. */
const CAMERA = {
  view: () => ({
    media: new MediaStream(),
    isMirrored: false,
    cameras: [],
    microphones: [],
    cameraId: 'camera',
    microphoneId: 'microphone',
  }),
  level: () => 0,
  sample: () => new MediaStream(),
  sound: () => null,
  setMuted: () => {},
  close: () => {},
};

async function openGoLive(): Promise<Screen> {
  const page = await openScreen('/go-live', { as: FAN });
  await screen.findByRole('heading', { level: 1, name: 'Stream Your Fan Live' });
  return page;
}

const preview = () => within(screen.getByRole('region', { name: 'Camera Preview' }));
const details = () => within(screen.getByRole('region', { name: 'Stream Details' }));
const buttonsOf = () =>
  preview()
    .getAllByRole('button')
    .map((button) => button.textContent)
    .filter((name) => name !== '');
const tags = () =>
  [...document.querySelectorAll('[aria-label="Chosen tags"] li')].map((tag) => tag.textContent?.trim());

// spec: 2.4, 2.37, 2.39
it('/go-live is titled, and says that the camera is off', async () => {
  await openGoLive();
  await waitFor(() => expect(document.title).toBe('Stream Your Fan Live · Fanfare'));
  preview().getByText('Camera off');
  preview().getByText('Position your fan in frame');
  expect(buttonsOf()).toEqual(['Start Camera']);
});

// spec: 2.40
it('the form asks for a title, one of the ten categories and tags', async () => {
  await openGoLive();
  details().getByLabelText('Stream Title');
  const offered = within(details().getByLabelText('Category')).getAllByRole('option');
  expect(offered.slice(1).map((option) => option.textContent)).toEqual(CATEGORIES.map(({ name }) => name));
});

it('takes five trimmed tags by Enter, and removes one by a click', async () => {
  const page = await openGoLive();
  const field = details().getByLabelText<HTMLInputElement>('Tags');
  for (const text of ['  ', ' one ', 'two', 'three', 'four', 'five'])
    await page.user.type(field, `${text}{Enter}`);
  await waitFor(() => expect(tags()).toEqual(['one', 'two', 'three', 'four', 'five']));
  expect(field.disabled).toBe(true);
  await press(page, /^two/);
  await waitFor(() => expect(tags()).toEqual(['one', 'three', 'four', 'five']));
  expect(document.activeElement?.textContent).toContain('three');
  for (const left of ['four', 'five', 'one'])
    await page.user.keyboard('{Enter}').then(() => screen.findByText(left));
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(tags()).toEqual([]));
  expect(document.activeElement).toBe(field);
});

it('leads to streaming software, and back', async () => {
  const page = await openGoLive();
  await page.user.click(screen.getByRole('link', { name: 'Use streaming software instead' }));
  await page.user.click(await screen.findByRole('link', { name: 'Use your camera instead' }));
  await screen.findByRole('heading', { name: 'Stream Your Fan Live' });
  expect(path()).toBe('/go-live');
});

// spec: 8.7
it.each([
  ['denied', 'Please allow camera access to stream', 'Camera and microphone are blocked'],
  ['none', "Your browser can't find a camera on this device", 'No camera found'],
  ['busy', 'Another app is using the camera', 'The camera is in use'],
] as const)(
  'a camera that is %s shows "Camera Access Denied" and what to do',
  async (problem, words, advice) => {
    const page = await openGoLive();
    const { CameraFailure } = await import('#web/features/browser-stream/camera/devices.ts');
    openCamera.mockRejectedValue(new CameraFailure(problem));
    await press(page, 'Start Camera');
    await expectToast('Camera Access Denied', words);
    await preview().findByRole('heading', { name: advice });
    expect(buttonsOf()).toEqual(['Start Camera']);
  },
);

async function startCamera(page: Screen): Promise<void> {
  openCamera.mockResolvedValue(CAMERA as never);
  await press(page, 'Start Camera');
  await expectToast('Camera Ready');
}

// spec: 2.39, 4.6, 8.23
it('a started camera offers Go LIVE and Cancel', async () => {
  const page = await openGoLive();
  await startCamera(page);
  await waitFor(() => expect(buttonsOf()).toEqual(['Go LIVE', 'Cancel']));
});

// spec: 4.7
it('Cancel switches the camera off', async () => {
  const close = vi.spyOn(CAMERA, 'close');
  const page = await openGoLive();
  await startCamera(page);
  await press(page, 'Cancel');
  await preview().findByText('Camera off');
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
});

// spec: 5.7
it.each([
  ['', ''],
  ['Evening breeze', ''],
  ['  ', 'Ceiling Fans'],
])('Go LIVE asks for title and category: "%s", "%s"', async (title, category) => {
  const page = await openGoLive();
  await startCamera(page);
  await fillIn(page, { 'Stream Title': title });
  if (category) await page.user.selectOptions(details().getByLabelText('Category'), category);
  await press(page, 'Go LIVE');
  await details().findByText('Missing Information');
  details().getByText('Please enter title and fan category');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'));
  expect(page.api.sentTo('POST /browser-stream/start')).toEqual([]);
});

// spec: 8.9
it.each([
  ['the detail of the API', refusal(409, 'You are live through software.'), 'You are live through software.'],
  ['its own words where the API gives none', refusal(400, ''), 'Could not start streaming'],
])('a stream that cannot start shows "Failed to Start Stream" with %s', async (_, reply, words) => {
  const page = await openGoLive();
  page.api.answer({ 'POST /browser-stream/start': reply });
  await startCamera(page);
  await fillIn(page, { 'Stream Title': 'Evening breeze' });
  await page.user.selectOptions(details().getByLabelText('Category'), 'Ceiling Fans');
  await press(page, 'Go LIVE');
  await expectToast('Failed to Start Stream', words);
  await waitFor(() => expect(buttonsOf()).toEqual(['Go LIVE', 'Cancel']));
});
