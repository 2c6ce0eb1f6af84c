/** The chat beside a live stream that its viewer has rewound. */
import { screen } from '@testing-library/dom';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { encodeTime } from 'ulid';
import { expect, it, onTestFinished, vi } from 'vitest';
import { CHAT_LIMIT_MAX } from '#shared/limits.ts';
import { PastChat } from '#web/features/chat/replay/past-chat.tsx';
import { MAX_PAGES } from '#web/features/chat/replay/use-past-chat.ts';
import { queryClient } from '#web/lib/api/query.ts';
import { FakeApi } from '#test/support/browser/fake-api.ts';

const LIVE_MS = Date.parse('2026-11-29T08:00:00.000Z');
const CHANNEL = '01HZZZZZZZZZZZZZZZZZZZZFAN';
const message = (atMs: number, text: string) => ({
  id: encodeTime(atMs) + '0'.repeat(16),
  username: 'Ada',
  message: text,
  timestamp: new Date(atMs).toISOString(),
});
type Message = ReturnType<typeof message>;

/** Shows the chat at a position that the test may change. */
function openChat(all: readonly Message[], position: { ms: number }) {
  const api = new FakeApi();
  api.answer({
    'GET /hidden-people': { usernames: [] },
    'GET /chat/{id}': ({ query: { before, after } }) =>
      (before === undefined
        ? all.filter(({ id }) => id > (after ?? '')).slice(0, CHAT_LIMIT_MAX)
        : all.filter(({ id }) => id < before).slice(-CHAT_LIMIT_MAX)) as never,
  });
  vi.stubGlobal('fetch', api.fetch);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const [playingDate, liveMs] = [() => new Date(position.ms), () => LIVE_MS];
  root.render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <PastChat
          channelId={CHANNEL}
          streamer="Gale"
          entries={[]}
          onLiveChat={() => {}}
          {...{ playingDate, liveMs }}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  onTestFinished(() => {
    root.unmount();
    queryClient.clear();
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });
  return api;
}

it('has what had been said by then, however long before', async () => {
  const position = { ms: LIVE_MS - 5_000 };
  openChat([message(LIVE_MS - 600_000, 'Ten minutes ago'), message(LIVE_MS - 1_000, 'Just now')], position);
  await screen.findByText('Ten minutes ago');
  expect(screen.queryByText('Just now')).toBeNull();
  position.ms = LIVE_MS;
  await screen.findByText('Just now');
});

it('has earlier messages than it has read after another step back', async () => {
  const position = { ms: LIVE_MS - 5_000 };
  const last = Array.from({ length: CHAT_LIMIT_MAX }, (_, n) => message(LIVE_MS - 60_000 + n, `Line ${n}`));
  openChat([message(LIVE_MS - 600_000, 'Ten minutes ago'), ...last], position);
  await screen.findByText('Line 0');
  expect(screen.queryByText('Ten minutes ago')).toBeNull();
  position.ms = LIVE_MS - 300_000;
  await screen.findByText('Ten minutes ago');
  expect(screen.queryByText('Line 0')).toBeNull();
});

it('keeps a limited number of pages, however long the viewer stays', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const position = { ms: LIVE_MS - 5_000 };
  const api = openChat([message(LIVE_MS - 60_000, 'A minute ago')], position);
  await screen.findByText('A minute ago');
  const pages = () =>
    queryClient
      .getQueryCache()
      .findAll({ queryKey: ['chat', CHANNEL] })
      .map(({ state }) => (state.data as { pages: unknown[] } | undefined)?.pages.length ?? 0);
  let most = 0;
  for (let updates = 0; updates < MAX_PAGES + 20; updates += 1) {
    const before = api.sentTo('GET /chat/{id}').length;
    position.ms += 10;
    vi.setSystemTime(Date.now() + 10_000);
    vi.advanceTimersByTime(500);
    await expect.poll(() => api.sentTo('GET /chat/{id}').length, { interval: 2 }).toBeGreaterThan(before);
    await new Promise((resolve) => setTimeout(resolve, 2));
    most = Math.max(most, ...pages());
  }
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(MAX_PAGES);
});
