/** The picture of a broadcast's card, from a camera that delivers nothing. */
import { afterEach, expect, it, vi } from 'vitest';
import { browserPorts } from '#web/features/browser-stream/broadcaster/broadcaster-ports.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('is not waited for without end, and the camera is released', async () => {
  vi.useFakeTimers();
  const video = { srcObject: null as unknown, play: () => new Promise(() => {}) };
  vi.stubGlobal('document', { createElement: () => video });
  const media = {} as MediaStream;
  const taken = browserPorts(() => null).takePicture(media);
  const failure = taken.catch((error: unknown) => error);
  expect(video.srcObject).toBe(media);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await failure).toMatchObject({ message: expect.stringContaining('Not within') });
  expect(video.srcObject).toBeNull();
  expect(vi.getTimerCount()).toBe(0);
});
