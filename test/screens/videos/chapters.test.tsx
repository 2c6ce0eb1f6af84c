/** Chapters on the page of a video, and how its owner adds them from the readings of a fan meter. */
import { screen, within } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';
import type { Video } from '#shared/videos/videos.ts';
import { aVideo } from '#test/support/api/table/seed-videos.ts';
import { expectToast, FAN, openScreen, type Screen } from '#test/support/browser/screen.tsx';

const CHAPTERS = 'A box fan.\n\n0:00 Low\n1:00 Medium\n2:00 High';

async function openVideo(change: Partial<Video>): Promise<Screen> {
  const played = { status: 'ready', playback_url: '/media/videos/x/video.m3u8', duration_s: 180 } as const;
  const video = aVideo(FAN, { ...played, title: 'My fan', ...change });
  const page = await openScreen(`/channel/${FAN.username}/video/${video.id}`, {
    as: FAN,
    answers: { 'GET /videos/{id}': video, 'PATCH /videos/{id}': video },
  });
  await screen.findByRole('heading', { name: 'My fan' });
  return page;
}

it('the chapters are links that play them', async () => {
  const page = await openVideo({ description: CHAPTERS });
  const list = within(screen.getByRole('navigation', { name: 'Chapters' }));
  const links = list.getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['0:00Low', '1:00Medium', '2:00High']);
  await page.user.click(links[1]!);
  expect(location.search).toBe('?t=60');
});

it('a description without chapters has no list', async () => {
  await openVideo({ description: '0:00 Low\n1:00 High' });
  expect(screen.queryByRole('navigation', { name: 'Chapters' })).toBeNull();
});

/** A reading each two seconds. */
const readings = (...speeds: readonly number[]) =>
  `WEBVTT\n\n${speeds
    .flatMap((rpm) => Array.from({ length: 10 }, () => rpm))
    .map((rpm, at) => {
      const time = (s: number) =>
        `00:${String(Math.floor(s / 60)).padStart(2, '0')}:${String(s % 60).padStart(2, '0')}.000`;
      return `${time(2 * at)} --> ${time(2 * at + 2)}\n${JSON.stringify({ rpm, pass_hz: rpm / 20, level_db: -30 })}`;
    })
    .join('\n\n')}\n`;

async function addSpeedChapters(curve: string): Promise<HTMLTextAreaElement> {
  const page = await openVideo({ description: 'A box fan.', curve_url: '/media/videos/x/curve.vtt' });
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
    String(input).endsWith('/curve.vtt') ? new Response(curve) : fetch(input, init),
  );
  await page.user.click(screen.getByRole('button', { name: 'More options for My fan' }));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Edit details' }));
  await page.user.click(await screen.findByRole('button', { name: 'Add changes of speed as chapters' }));
  return screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' });
}

it('the owner adds the speeds of the fan to the description', async () => {
  const field = await addSpeedChapters(readings(800, 1200, 1500));
  await vi.waitFor(() =>
    expect(field.value).toBe('A box fan.\n\n0:00 800 rpm\n0:20 1,200 rpm\n0:40 1,500 rpm'),
  );
});

it('the owner reads that a fan with two speeds gives no chapters', async () => {
  const field = await addSpeedChapters(readings(800, 1200));
  await expectToast('The fan’s speed changed too rarely for chapters.');
  expect(field.value).toBe('A box fan.');
});
