/** What follows a video that has ended. */
import { screen, within } from '@testing-library/dom';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Video } from '#shared/videos/videos.ts';
import { aVideo } from '#test/support/api/table/seed-videos.ts';
import { FAN, openScreen } from '#test/support/browser/screen.tsx';

const PLAYED = { status: 'ready', playback_url: '/media/videos/x/video.m3u8', duration_s: 180 } as const;
const fan = (day: number, change: Partial<Video> = {}) =>
  aVideo(FAN, { ...PLAYED, title: `Fan ${day}`, created_at: `2026-11-${day}T10:00:00.000Z`, ...change });

// happy-dom has an object without its methods' promises.
Object.defineProperty(HTMLMediaElement.prototype, 'remote', { configurable: true, value: undefined });

/** Opens the newer of two new videos, and plays it to its end. */
async function watchToEnd() {
  const [newer, older] = [fan(12), fan(11)];
  const page = await openScreen(`/channel/${FAN.username}/video/${newer.id}`, {
    answers: {
      'GET /videos': [newer, older],
      'GET /videos/{id}': ({ params: { id } }) => (id === older.id ? older : newer),
    },
  });
  await screen.findByRole('switch', { name: 'Autoplay next' });
  end();
  return { page, newer, older };
}

const player = () => document.querySelector<HTMLVideoElement>('[data-player] video')!;
const end = () => player().dispatchEvent(new Event('ended'));
const playAgain = async () => {
  player().dispatchEvent(new Event('playing'));
  await expect.poll(() => document.querySelector('[data-player][data-state=playing]')).not.toBeNull();
  end();
};
const card = () => screen.findByRole('region', { name: 'Up next' });
const hasCard = () => screen.queryByRole('region', { name: 'Up next' }) !== null;
const isOpen = ({ id }: Video) => location.pathname.endsWith(id);

/** Lets the page's seconds pass by hand. */
function stopIntervals(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

it('the next video plays after eight seconds', async () => {
  stopIntervals();
  const { older, newer } = await watchToEnd();
  expect((await card()).textContent).toContain('Up next in 8 sec');
  await vi.advanceTimersByTimeAsync(7000);
  expect((await card()).textContent).toContain('Up next in 1 sec');
  within(await card()).getByText('Up next: Fan 11');
  expect(isOpen(newer)).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  await expect.poll(() => isOpen(older)).toBe(true);
  // Both have been played: none follows.
  await screen.findByRole('heading', { name: 'Fan 11', level: 1 });
  end();
  await expect.poll(hasCard).toBe(false);
});

it('the countdown pauses while the viewer types', async () => {
  stopIntervals();
  await watchToEnd();
  await card();
  screen.getByRole('combobox', { name: 'Search' }).focus();
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await card()).textContent).toContain('Up next in 8 sec');
});

it('the next video plays at once by a button, or not after Cancel or a step back', async () => {
  const { page, older, newer } = await watchToEnd();
  await page.user.click(within(await card()).getByRole('button', { name: 'Cancel' }));
  await expect.poll(hasCard).toBe(false);
  await playAgain();
  await card();
  player().dispatchEvent(new Event('seeking'));
  await expect.poll(hasCard).toBe(false);
  await playAgain();
  expect(isOpen(newer)).toBe(true);
  await page.user.click(within(await card()).getByRole('button', { name: 'Play now' }));
  await expect.poll(() => isOpen(older)).toBe(true);
});

it('the switch turns it off, also for later videos', async () => {
  const { page } = await watchToEnd();
  await card();
  await page.user.click(screen.getByRole('switch', { name: 'Autoplay next' }));
  await expect.poll(hasCard).toBe(false);
  expect(localStorage.getItem('player.autoplayNext')).toBe('off');
});

it('the switch is off with reduced motion until it is turned on', async () => {
  const match = window.matchMedia.bind(window);
  const spy = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => match(query.includes('reduced-motion') ? 'all' : query));
  onTestFinished(() => spy.mockRestore());
  const { page } = await watchToEnd();
  await expect.poll(hasCard).toBe(false);
  await page.user.click(screen.getByRole('switch', { name: 'Autoplay next' }));
  await card();
});
