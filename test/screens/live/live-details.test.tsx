/** The details of a broadcast from the camera while it is live. */
import { screen } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';
import { BroadcastStore } from '#web/features/browser-stream/broadcaster/broadcast-store.ts';
import type * as current from '#web/features/browser-stream/broadcaster/broadcaster-of-user.ts';
import { FAN, FAN_CHANNEL, openScreen } from '#test/support/browser/screen.tsx';

vi.mock(import('#web/features/browser-stream/broadcaster/broadcaster-of-user.ts'), () => {
  const store = new BroadcastStore();
  store.set({ phase: 'live', streamId: '01J0000000000000000000CAM1', startedAtMs: Date.now() });
  const own: Record<string | symbol, unknown> = {
    state: store.state,
    subscribe: store.subscribe,
    onEvent: store.onEvent,
    level: () => 0,
    sound: () => null,
  };
  const broadcaster = new Proxy(own, { get: (known, name) => known[name] ?? (() => undefined) });
  return { broadcasterOf: () => broadcaster as unknown as ReturnType<typeof current.broadcasterOf> };
});

it('are those of the channel where another page began it, and stay empty when they are emptied', async () => {
  const channel = { ...FAN_CHANNEL, is_live: true, title: 'Night breeze', game: 'Box Fans' };
  const page = await openScreen('/go-live', {
    as: FAN,
    answers: { 'GET /streamers/{username}': channel },
  });
  const title = await screen.findByLabelText<HTMLInputElement>(/^Stream Title/);
  await expect.poll(() => title.value).toBe('Night breeze');
  await page.user.clear(title);
  await page.user.selectOptions(await screen.findByLabelText(/^Category/), '');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(title.value).toBe('');
});
