/** The preview pictures of a seek bar. Some load late or are missing. */
import { expect, it } from 'vitest';
import { previewLoader } from '#web/features/player/controls/preview-pictures.ts';

const PICTURES = Array.from({ length: 60 }, (_, at) => ({ startS: at * 10, url: `${at}.jpg`, part: null }));

/** A loader whose pictures load when the test says so. */
function stage() {
  const requests = new Map<string, PromiseWithResolvers<void>>();
  const load = (url: string) => {
    const request = Promise.withResolvers<void>();
    requests.set(url, request);
    return request.promise;
  };
  let changes = 0;
  const loader = previewLoader(load, () => (changes += 1));
  const settle = async (act: () => void) => {
    act();
    await Promise.resolve();
    await Promise.resolve();
  };
  return {
    loader,
    requested: () => [...requests.keys()],
    changes: () => changes,
    come: (...urls: string[]) => settle(() => urls.forEach((url) => requests.get(url)!.resolve())),
    fail: (url: string) => settle(() => requests.get(url)!.reject(new Error('404'))),
    nearest: (index: number) => loader.nearest(PICTURES, index)?.url,
  };
}

it('loads a few pictures of the whole bar ahead, each once', () => {
  const { loader, requested } = stage();
  loader.requestSome(PICTURES);
  loader.requestSome(PICTURES);
  expect(requested()).toEqual(Array.from({ length: 12 }, (_, at) => `${at * 5}.jpg`));
});

it('loads the picture at the pointer first, then those beside it', () => {
  const { loader, requested } = stage();
  loader.requestAt(PICTURES, 59);
  expect(requested()).toEqual(['59.jpg', '58.jpg']);
});

it('has the nearest loaded picture until the right one comes', async () => {
  const { loader, come, nearest, changes } = stage();
  expect(nearest(7)).toBeUndefined();
  loader.requestSome(PICTURES);
  await come('0.jpg', '5.jpg', '10.jpg');
  expect([0, 7, 8, 59].map(nearest)).toEqual(['0.jpg', '5.jpg', '10.jpg', '10.jpg']);
  loader.requestAt(PICTURES, 7);
  await come('7.jpg');
  expect([nearest(7), changes()]).toEqual(['7.jpg', 4]);
});

it('has the nearest one in place of one that is missing, which it requests again later', async () => {
  const { loader, come, fail, nearest, requested } = stage();
  loader.requestSome(PICTURES);
  await come('55.jpg');
  loader.requestAt(PICTURES, 59);
  await fail('59.jpg');
  expect(nearest(59)).toBe('55.jpg');
  loader.requestAt(PICTURES, 59);
  await come('59.jpg');
  expect([nearest(59), new Set(requested()).size]).toEqual(['59.jpg', 14]);
});

it('has all parts of a sheet once it is loaded', async () => {
  const { loader, come } = stage();
  const part = { x: 0, y: 0, width: 160, height: 90 };
  const sheet = [0, 1].map((at) => ({ startS: at, url: 'sheet.jpg', part: { ...part, x: at * 160 } }));
  loader.requestAt(sheet, 0);
  await come('sheet.jpg');
  expect(loader.nearest(sheet, 1)?.part?.x).toBe(160);
});
