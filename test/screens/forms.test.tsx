/** Forms in which something takes time while the user goes on. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import type { ChatRoom } from '../../shared/community/rooms.ts';
import { FanFields } from '../../web/src/features/fans/editor/fan-fields.tsx';
import { formOf } from '../../web/src/features/fans/editor/fan-form.ts';
import { ModeForm } from '../../web/src/features/chat/rooms/rules/mode-form.tsx';
import { WallGrid } from '../../web/src/features/wall/wall-grid.tsx';
import { queryClient } from '../../web/src/lib/api/query.ts';
import { encodePicture } from '../../web/src/lib/pictures/picture.encode.ts';
import { TagInput } from '../../web/src/ui/forms/tag-input.tsx';
import { Dialog } from '../../web/src/ui/overlays/dialog.tsx';
import { FakeApi, held } from '../support/browser/fake-api.ts';

vi.mock('../../web/src/lib/pictures/picture.encode.ts', () => ({
  encodePicture: vi.fn(),
  PictureError: class extends Error {},
}));

let root: Root;
function show(form: ReactNode): void {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<QueryClientProvider client={queryClient}>{form}</QueryClientProvider>);
}
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const Fan = () => {
  const [form, setForm] = useState(() => formOf(null, 'metric'));
  return <FanFields form={form} problems={{}} onChange={setForm} />;
};

it('text that is typed while a picture is encoded is kept', async () => {
  const user = userEvent.setup();
  const { promise, resolve } = Promise.withResolvers<Blob>();
  vi.mocked(encodePicture).mockReturnValueOnce(promise);
  show(<Fan />);
  const maker = await screen.findByLabelText('Maker');
  const picker = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await user.upload(picker, new File(['one'], 'one.png', { type: 'image/png' }));
  await user.type(maker, 'Northwind');
  resolve(new Blob(['one']));
  await screen.findByAltText('Picture 1');
  expect((maker as HTMLInputElement).value).toBe('Northwind');
});

it('keys of an input method neither add a tag nor close the dialog', async () => {
  const [onChange, onClose] = [vi.fn(), vi.fn()];
  show(
    <Dialog title="Edit" onClose={onClose}>
      <TagInput tags={[]} onChange={onChange} />
    </Dialog>,
  );
  const tags = await screen.findByLabelText('Tags');
  await userEvent.type(tags, '静音');
  // Safari: the event says that nothing is composed, with the key code of an input method.
  for (const composing of [{ isComposing: true }, { keyCode: 229 }])
    for (const key of ['Enter', 'Escape']) fireEvent.keyDown(tags, { key, ...composing });
  expect([onChange.mock.calls, onClose.mock.calls]).toEqual([[], []]);
  await userEvent.keyboard('{Enter}{Escape}');
  expect([onChange.mock.calls, onClose.mock.calls]).toEqual([[[['静音']]], [[]]]);
});

it('a tile of the wall that is made big takes the keyboard', async () => {
  const Wall = () => {
    const [big, setBig] = useState<string | null>(null);
    const tiles = ['Gale Force', 'Calm Air'].map((name) => ({ key: name, name, player: <p>{name}</p> }));
    return <WallGrid tiles={tiles} big={big} onBig={setBig} />;
  };
  const user = userEvent.setup();
  show(<Wall />);
  await user.click(await screen.findByRole('button', { name: 'Enlarge Calm Air' }));
  expect(document.activeElement?.textContent).toBe('Calm Air');
});

const ROOM: ChatRoom = {
  slow_mode_s: 0,
  followers_only: false,
  links_allowed: true,
  pinned: null,
  moderators: [],
};

it('two chat switches that are flipped quickly are both saved', async () => {
  const api = new FakeApi();
  const first = held({ ...ROOM, followers_only: true });
  api.answer({ 'PUT /rooms/{id}': first.answer });
  vi.stubGlobal('fetch', api.fetch);
  const user = userEvent.setup();
  show(<ModeForm channelId="01HZZZZZZZZZZZZZZZZZZZZZZZ" room={ROOM} />);
  await user.click(await screen.findByRole('switch', { name: 'Followers only' }));
  await user.click(screen.getByRole('switch', { name: 'Allow links' }));
  await waitFor(() => expect(api.sentTo('PUT /rooms/{id}')).toHaveLength(1));
  first.release();
  await waitFor(() => expect(api.sentTo('PUT /rooms/{id}')).toHaveLength(2));
  expect(api.sentTo('PUT /rooms/{id}').at(-1)?.body).toEqual({
    slow_mode_s: 0,
    followers_only: true,
    links_allowed: false,
  });
});
