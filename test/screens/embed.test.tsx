/** Players in frames of other sites. */
import { QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/dom';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { queryClient } from '../../web/src/lib/api/query.ts';
import { EmbeddedChannel } from '../../web/src/pages/embed/embedded-channel.tsx';
import { FakeApi, refusal } from '../support/browser/fake-api.ts';

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
