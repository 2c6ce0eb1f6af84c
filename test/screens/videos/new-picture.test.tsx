/** Choosing several pictures: the last one counts. */
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import type { NewPicture } from '#web/lib/pictures/picture.ts';
import { useNewPicture } from '#web/ui/forms/use-new-picture.ts';

const encodings = new Map<string, PromiseWithResolvers<Blob>>();
vi.mock('#web/lib/pictures/picture-encode.ts', () => ({
  PictureError: class extends Error {},
  encodePicture: (file: File) => {
    const encoding = Promise.withResolvers<Blob>();
    encodings.set(file.name, encoding);
    return encoding.promise;
  },
}));

afterEach(() => vi.restoreAllMocks());

async function open() {
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture');
  const revoked = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const pictures: NewPicture[] = [];
  let current: ReturnType<typeof useNewPicture> | null = null;
  const Field = () => {
    const field = useNewPicture({ width: 1, height: 1 }, (picture) => pictures.push(picture));
    useEffect(() => void (current = field));
    return null;
  };
  const root = createRoot(document.createElement('div'));
  root.render(<Field />);
  await expect.poll(() => current).not.toBeNull();
  return { root, made, revoked, pictures, field: () => current! };
}

it('the failure of an earlier file does not concern the newer one', async () => {
  const { root, field, pictures } = await open();
  field().take(new File([], 'old'));
  field().take(new File([], 'new'));
  encodings.get('old')!.reject(new Error('unreadable'));
  await expect.poll(() => field().isBusy).toBe(true);
  expect(field().problem).toBeNull();
  encodings.get('new')!.resolve(new Blob(['new']));
  await expect.poll(() => field().isBusy).toBe(false);
  expect([field().problem, pictures.length]).toEqual([null, 1]);
  root.unmount();
});

it('a file that is ready after the form has closed gets no address', async () => {
  const { root, field, made, pictures } = await open();
  field().take(new File([], 'late'));
  root.unmount();
  encodings.get('late')!.resolve(new Blob(['late']));
  await new Promise((resolve) => setTimeout(resolve));
  expect(made).not.toHaveBeenCalled();
  expect(pictures).toEqual([]);
});
