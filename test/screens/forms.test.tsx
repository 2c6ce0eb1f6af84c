/** Forms in which something takes time while the user goes on. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { CATEGORIES } from '#shared/plain/category-list.ts';
import type { ChatRoom, HeldWords } from '#shared/community/rooms.ts';
import { NEWS_KINDS, type NewsChoice } from '#shared/people/news.ts';
import { FanFields } from '#web/features/fans/editor/fan-fields.tsx';
import { formOf } from '#web/features/fans/editor/fan-form.ts';
import { ModerationDialog } from '#web/features/chat/rooms/moderation-dialog.tsx';
import { ModeForm } from '#web/features/chat/rooms/rules/mode-form.tsx';
import { ModeratorsForm } from '#web/features/chat/rooms/rules/people.tsx';
import { NewsSection } from '#web/features/news/news-section.tsx';
import { ClipForm } from '#web/features/clips/make/clip-form.tsx';
import { useDraft } from '#web/lib/hooks/use-kept.ts';
import { VideoFields } from '#web/features/videos/edit/video-fields.tsx';
import { EMPTY_VIDEO } from '#web/features/videos/edit/video-form.ts';
import { VideoDetailsCard } from '#web/features/videos/publish/video-details-card.tsx';
import { WallGrid } from '#web/features/wall/wall-grid.tsx';
import { useMix, WallMixer } from '#web/features/wall/wall-mixer.tsx';
import { queryClient } from '#web/lib/api/query.ts';
import { encodePicture } from '#web/lib/pictures/picture-encode.ts';
import { TagInput } from '#web/ui/forms/tag-input.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { currentToast } from '#web/ui/overlays/toast-store.ts';
import { FakeApi, held, outage, refusal } from '#test/support/browser/fake-api.ts';

vi.mock('#web/lib/pictures/picture-encode.ts', () => ({
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
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const Fan = () => {
  const [form, setForm] = useState(() => formOf(null, 'metric'));
  return <FanFields form={form} problems={{}} onChange={setForm} />;
};

const Video = () => {
  const { form, change } = useDraft('video', EMPTY_VIDEO);
  return <VideoFields form={form} onChange={change} disabled={false} />;
};

it.each([
  ['fan', Fan, 'Maker', () => screen.findByAltText('Picture 1')],
  ['video', Video, 'Title', () => screen.findByRole('radio', { name: 'Your picture' })],
])('text of a %s that is typed while a picture is encoded is kept', async (_, Form, label, findPicture) => {
  const user = userEvent.setup();
  const { promise, resolve } = Promise.withResolvers<Blob>();
  vi.mocked(encodePicture).mockReturnValueOnce(promise);
  show(<Form />);
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  const picker = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await user.upload(picker, new File(['one'], 'one.png', { type: 'image/png' }));
  await user.type(field, 'Northwind');
  resolve(new Blob(['one']));
  await findPicture();
  expect(field.value).toBe('Northwind');
});

const nothing = () => {};
/** The form in which an uploaded file is published. */
function showDetails(filename: string): FakeApi {
  const api = new FakeApi();
  vi.stubGlobal('fetch', api.fetch);
  show(
    <VideoDetailsCard
      videoUrl={`/media/${filename}`}
      filename={filename}
      localFile={null}
      onPublished={nothing}
      onGone={nothing}
    />,
  );
  return api;
}

// spec: 5.13, 5.15
it('a video without title and category marks both, and gives the first the focus', async () => {
  const api = showDetails('');
  const user = userEvent.setup();
  const marked = (label: string) => screen.getByLabelText(label).getAttribute('aria-invalid');
  const title = await screen.findByLabelText('Title');
  expect([marked('Title'), marked('Category')]).toEqual([null, null]);
  await user.click(screen.getByRole('button', { name: 'Publish to Channel' }));
  await waitFor(() => expect([marked('Title'), marked('Category')]).toEqual(['true', 'true']));
  expect(document.activeElement).toBe(title);
  await user.type(title, 'My fan');
  expect([marked('Title'), marked('Category')]).toEqual([null, 'true']);
  expect(screen.getAllByText('Please fill in title and category').length).toBeGreaterThan(0);
  const [, ...categories] = within(screen.getByLabelText('Category')).getAllByRole('option');
  expect(categories.map(({ textContent }) => textContent)).toEqual(CATEGORIES.map(({ name }) => name));
  expect(api.requests).toEqual([]);
});

// spec: 8.13
it('a publication that fails says "Publish failed", with the detail or its own', async () => {
  const api = showDetails('desk.mp4');
  const user = userEvent.setup();
  await user.selectOptions(await screen.findByLabelText('Category'), 'Table Fans');
  for (const [answer, description] of [
    [refusal(409, 'Not just now.'), 'Not just now.'],
    [outage(), 'Failed to publish video'],
  ] as const) {
    api.answer({ 'POST /videos/publish': answer });
    await user.click(screen.getByRole('button', { name: 'Publish to Channel' }));
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Publish failed', description }));
  }
  const [request] = api.sentTo('POST /videos/publish');
  expect(request?.body).toMatchObject({ title: 'desk', category: 'Table Fans', visibility: 'public' });
});

it('a clip can be made on plain http, where browsers have no crypto.randomUUID', async () => {
  const { crypto } = globalThis;
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const clock = {
    nowS: () => 40,
    range: () => ({ startS: 0, endS: 60 }),
    seekTo: () => {},
    goBack: () => {},
  };
  const api = new FakeApi();
  api.answer({ 'POST /clips': {} as never });
  vi.stubGlobal('fetch', api.fetch);
  const onMade = vi.fn();
  const of = { kind: 'video', id: '01HZZZZZZZZZZZZZZZZZZZZZZZ' } as const;
  const video = document.createElement('video');
  show(<ClipForm video={video} clock={clock} of={of} title="My fan" onMade={onMade} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Make clip' }));
  await waitFor(() => expect(onMade).toHaveBeenCalled());
  expect(api.sentTo('POST /clips')).toHaveLength(1);
});

it('a repair that is removed gives the focus to the next', async () => {
  const user = userEvent.setup();
  show(<Fan />);
  const add = await screen.findByRole('button', { name: 'Add repair' });
  for (const _ of [1, 2]) await user.click(add);
  await user.click(screen.getByRole('button', { name: 'Remove repair 1' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove repair 1' }));
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(add);
});

it('a player that is removed from the wall gives the focus to the next', async () => {
  const Mixer = () => {
    const [names, setNames] = useState(['Gale Force', 'Calm Air', 'Hum']);
    const tiles = names.map((name) => ({ key: name, name }));
    const remove = (key: string) => setNames(names.filter((name) => name !== key));
    return <WallMixer tiles={tiles} mix={useMix()} onRemove={remove} />;
  };
  show(<Mixer />);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Calm Air' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Hum' }));
});

it('keys of an input method neither add a tag nor close the dialog', async () => {
  const [onChange, onClose] = [vi.fn(), vi.fn()];
  show(
    <Dialog title="Edit" onClose={onClose}>
      <TagInput tags={[]} onChange={onChange} />
    </Dialog>,
  );
  const dialog = await screen.findByRole('dialog');
  // It blocks the rest of the page before it allows pointers itself, after the first rendering.
  await waitFor(() => expect(dialog.style.pointerEvents).toBe('auto'));
  const tags = screen.getByLabelText('Tags');
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
  rules: '',
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

it('blocked words that were saved are loaded again before the next change', async () => {
  const CHANNEL = '01HZZZZZZZZZZZZZZZZZZZZZZZ';
  const api = new FakeApi();
  let stored = ['dust'];
  api.answer({
    'GET /rooms/{id}/words': () => ({ words: stored }),
    'PUT /rooms/{id}/words': ({ body }) => {
      const kept = body as HeldWords;
      stored = kept.words;
      return kept;
    },
  });
  vi.stubGlobal('fetch', api.fetch);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const Rules = () => {
    const [isOpen, setIsOpen] = useState(false);
    const close = () => setIsOpen(false);
    return isOpen ? (
      <ModerationDialog channelId={CHANNEL} room={ROOM} isStreamer={false} onClose={close} />
    ) : (
      <button onClick={() => setIsOpen(true)}>Chat moderation</button>
    );
  };
  const user = userEvent.setup();
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Chat moderation' }));
    return screen.findByLabelText<HTMLTextAreaElement>('Words');
  };
  show(<Rules />);
  await user.type(await open(), '{Enter}rust');
  await user.click(screen.getByRole('button', { name: 'Save words' }));
  await waitFor(() => expect(stored).toEqual(['dust', 'rust']));
  await user.keyboard('{Escape}');
  // Another moderator.
  stored = [...stored, 'must'];
  expect((await open()).value.split('\n')).toEqual(stored);
});

it('a notification that cannot be saved takes back its own switch, and not the next one', async () => {
  const none = Object.fromEntries(NEWS_KINDS.map((kind) => [kind, false])) as NewsChoice['mail'];
  const settings = { push: none, mail: none, browsers: [], push_key: '' };
  const first = held(outage());
  const api = new FakeApi();
  api.answer({ 'GET /news/settings': settings, 'PUT /news/settings': first.answer });
  vi.stubGlobal('fetch', api.fetch);
  const user = userEvent.setup();
  show(<NewsSection />);
  const byMail = within(await screen.findByRole('group', { name: 'By email' }));
  const switches = byMail.getAllByRole('switch').slice(0, 2);
  const states = () => switches.map((one) => (one as HTMLInputElement).checked);
  for (const one of switches) await user.click(one);
  expect(states()).toEqual([true, true]);
  await waitFor(() => expect(api.sentTo('PUT /news/settings')).toHaveLength(1));
  api.answer({ 'PUT /news/settings': settings });
  first.release();
  await waitFor(() => expect(api.sentTo('PUT /news/settings')).toHaveLength(2));
  expect(api.sentTo('PUT /news/settings')[1]?.body).toEqual({ push: none, mail: { ...none, video: true } });
  await waitFor(() => expect(states()).toEqual([false, true]));
});

it('the name of the next moderator that is typed while one is saved is kept', async () => {
  const saving = held(ROOM);
  const api = new FakeApi();
  api.answer({ 'PUT /rooms/{id}/moderators/{username}': saving.answer });
  vi.stubGlobal('fetch', api.fetch);
  const user = userEvent.setup();
  show(<ModeratorsForm channelId="01HZZZZZZZZZZZZZZZZZZZZZZZ" moderators={[]} />);
  const field = await screen.findByLabelText<HTMLInputElement>('Username');
  await user.type(field, 'GaleForce{Enter}');
  await waitFor(() => expect(api.sentTo('PUT /rooms/{id}/moderators/{username}')).toHaveLength(1));
  await user.clear(field);
  await user.type(field, 'CalmAir');
  saving.release();
  await waitFor(() => expect(currentToast()?.title).toContain('GaleForce'));
  expect(field.value).toBe('CalmAir');
});
