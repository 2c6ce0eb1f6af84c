/** What sleep mode does with the page's player. */
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useSilence, useStreamSound } from '#web/features/sleep/use-stream-sound.ts';
import type { Qualities, Steering } from '#web/lib/player-stage.ts';

function render(useTested: () => void) {
  const isRendered = vi.fn<() => void>();
  const Tested = () => {
    useTested();
    isRendered();
    return null;
  };
  const root = createRoot(document.createElement('div'));
  root.render(<Tested />);
  return { root, isRendered };
}

it('a computer that slept has not lost the stream', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const onSilent = vi.fn<() => void>();
  const { root, isRendered } = render(() => useSilence(null, true, onSilent));
  await expect.poll(() => isRendered.mock.calls.length).toBeGreaterThan(0);
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(5_000);
  vi.setSystemTime(Date.now() + 8 * 3_600_000);
  vi.advanceTimersByTime(5_000);
  expect(onSilent).not.toHaveBeenCalled();
  vi.advanceTimersByTime(15_000);
  expect(onSilent).toHaveBeenCalled();
  root.unmount();
});

it('the player has the quality that the viewer had chosen afterwards', async () => {
  const all = ['720p', '360p', '180p'].map((size, id) => ({ id, size, isAlone: true, bitsPerSecond: 0 }));
  let qualities: Qualities = { all, chosen: 1, current: null };
  const steering: Steering = {
    subscribe: () => () => {},
    qualities: () => qualities,
    choose: (chosen) => {
      qualities = { ...qualities, chosen };
    },
    live: null,
  };
  const stage = { video: null, frame: null, steering, setSoundAlone: null };
  const { root } = render(() => useStreamSound(stage, { isOn: true, isPaused: false, isEnded: false }));
  await expect.poll(() => qualities.chosen).toBe(2);
  root.unmount();
  await expect.poll(() => qualities.chosen).toBe(1);
});
