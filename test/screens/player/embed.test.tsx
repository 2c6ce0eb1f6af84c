/** Players in frames of other sites. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { queryClient } from '#web/lib/api/query.ts';
import { EmbedDialog } from '#web/features/channels/embed-dialog.tsx';
import { ShareDialog } from '#web/features/videos/watch/share-dialog.tsx';
import { EmbeddedChannel } from '#web/pages/embed/embedded-channel.tsx';
import { aVideo } from '#test/support/api/table/seed-videos.ts';
import { FakeApi, refusal } from '#test/support/browser/fake-api.ts';
import { aChannel } from '#test/support/browser/screen.tsx';

const OPTIONS = { isAutoplay: false, isMuted: false, startS: 0 };

it('an embed of a missing channel says so, and asks no more', async () => {
  const api = new FakeApi();
  api.answer({ 'GET /streamers/{username}': refusal(404, 'No such channel', 'not_found') });
  vi.stubGlobal('fetch', api.fetch);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <QueryClientProvider client={queryClient}>
      <EmbeddedChannel username="Nobody" options={OPTIONS} />
    </QueryClientProvider>,
  );
  onTestFinished(() => {
    root.unmount();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  await screen.findByText("There's no channel with this name, or it's hidden right now.");
  const [query] = queryClient.getQueryCache().getAll();
  const observer = query!.observers[0]!;
  const { refetchInterval } = observer.options;
  expect(typeof refetchInterval === 'function' ? refetchInterval(query!) : refetchInterval).toBe(false);
  expect(api.sentTo('GET /streamers/{username}')).toHaveLength(1);
});

const VIDEO = aVideo(aChannel(), { status: 'ready', duration_s: 100 });

it.each([
  ['a video', () => <ShareDialog video={VIDEO} nowS={83} onClose={() => {}} />, `/embed/video/${VIDEO.id}`],
  ['a channel', () => <EmbedDialog channel={aChannel()} onClose={() => {}} />, '/embed/GaleForce'],
])('the code that embeds %s has its options', async (_, dialog, path) => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(dialog());
  onTestFinished(() => root.unmount());
  const code = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Embed' });
  const address = () => new URL(/src="([^"]+)"/.exec(code.value)![1]!.replaceAll('&amp;', '&'));
  expect(address().pathname + address().search).toBe(path);
  for (const name of ['Play automatically', 'Start muted'])
    fireEvent.click(screen.getByRole('checkbox', { name }));
  expect(address().search).toBe('?autoplay=1&mute=1');
  const start = screen.queryByRole('checkbox', { name: 'Start at' });
  if (!start) return;
  fireEvent.click(start);
  expect(address().search).toBe('?start=83&autoplay=1&mute=1');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value).toMatch(/\?t=83$/);
});

// The runner's errors have an address that is not the file's.
vi.mock(import('#web/lib/loading/repeatable-import.ts'), () => ({ repeatable: (load) => load }));

const embedPage = vi.hoisted(() => ({ isReachable: true }));
vi.mock(import('#web/pages/embed/embed.page.tsx'), async (original) => {
  if (!embedPage.isReachable) throw new TypeError('Failed to fetch dynamically imported module');
  return original();
});

it('a frame whose code fails to load says so, and loads by "Try again"', async () => {
  embedPage.isReachable = false;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')));
  onTestFinished(() => {
    document.body.replaceChildren();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  history.replaceState(null, '', '/embed/');
  document.body.appendChild(document.createElement('div')).id = 'root';
  await import('#web/main.tsx');
  const again = await screen.findByRole('button', { name: 'Try again' });
  embedPage.isReachable = true;
  await userEvent.click(again);
  expect(await screen.findByText("There's nothing here")).toBeTruthy();
});
