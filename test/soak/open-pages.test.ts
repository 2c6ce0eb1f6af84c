/** The pages of a direct broadcast and of a viewer stay open for hours, and hold no more at the end than before. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { KEPT_MAX } from '#web/features/chat/feed/chat-state.ts';
import { goLive, presetWay, untilDirectIsProven } from '#test/support/browser/camera/broadcaster-page.ts';
import { limitCamera, untilUploaded } from '#test/support/browser/camera/camera-page.ts';
import { type PageMemory, pageMeter } from '#test/support/browser/memory-use.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { SLOW_FAKE_DEVICES, STILL_PICTURE } from '#test/support/media/fake-camera.ts';
import type { Person } from '#test/support/site/people.ts';

const USERNAME = 'OpenOlga';
const HOUR_MS = 60 * 60_000;
/** `OPEN_HOURS` sets another. */
const OPEN_MS = Number(process.env['OPEN_HOURS'] || 4) * HOUR_MS;
const MEASURE_EVERY_MS = Math.min(3 * 60_000, OPEN_MS / 30);
const WRITE_EVERY_MS = 5000;
/** By which share the last third of the time may be above the middle one. Processes keep freed memory for a while. */
const MAX_GROWTH: Readonly<Record<keyof PageMemory, number>> = {
  heapBytes: 0.05,
  nodes: 0.05,
  listeners: 0.05,
  browserBytes: 0.1,
};
const WHAT = Object.keys(MAX_GROWTH) as (keyof PageMemory)[];

const world = useWorld({}, () => SLOW_FAKE_DEVICES);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Writes as fast as a person may. */
async function chat({ call }: Person, channelId: string, messages: number): Promise<void> {
  for (let count = 0; count < messages; count += 1) {
    await call('POST', `/chat/${channelId}`, { message: `Message ${count}` });
    await pause(1100);
  }
}

async function writeMessage(page: Page, message: string): Promise<void> {
  const field = page.getByPlaceholder('Send a message');
  await field.fill(message);
  await field.press('Enter');
}

/** The median of a third of the values: a peak between two collections is no growth. */
function medianOf(values: readonly number[], third: 1 | 2): number {
  const length = Math.floor(values.length / 3);
  return values.slice(third * length, (third + 1) * length).toSorted((a, b) => a - b)[length >> 1]!;
}

it('the memory of both pages stays flat', { timeout: OPEN_MS + HOUR_MS }, async () => {
  const streamer = await world.person(USERNAME);
  const fans = await Promise.all(['OpenAnna', 'OpenBert', 'OpenCleo'].map((name) => world.person(name)));
  const { page: broadcaster } = await world.visitor(streamer);
  const { page: viewer } = await world.visitor(fans[0]);
  const leaks: string[] = [];
  for (const page of [broadcaster, viewer])
    page.on('console', (message) => /garbage collected/.test(message.text()) && leaks.push(message.text()));
  await limitCamera(broadcaster.context(), STILL_PICTURE);
  await presetWay(broadcaster, 'direct');
  await goLive(broadcaster, 'Hours of calm', untilDirectIsProven);
  await untilUploaded(broadcaster, 1);
  await viewer.goto(`/channel/${USERNAME}`);
  await viewer.locator('[data-player][data-state=playing]').waitFor();
  // The logs of both pages are full from the first measurement on.
  await Promise.all(fans.map((fan) => chat(fan, streamer.id, KEPT_MAX / fans.length)));

  const pages = [
    { name: 'broadcaster', page: broadcaster, measure: await pageMeter(broadcaster) },
    { name: 'viewer', page: viewer, measure: await pageMeter(viewer) },
  ].map((open) => ({ ...open, found: [] as PageMemory[] }));
  const endMs = Date.now() + OPEN_MS;
  for (let written = 0; Date.now() < endMs;) {
    const nextMs = Date.now() + MEASURE_EVERY_MS;
    for (; Date.now() < nextMs; written += 1) {
      await writeMessage(written % 2 ? broadcaster : viewer, `Still here ${written}`);
      await pause(WRITE_EVERY_MS);
    }
    for (const { measure, found } of pages) found.push(await measure());
  }

  expect(await viewer.locator('[data-player]').getAttribute('data-state')).toBe('playing');
  await broadcaster.getByRole('button', { name: 'End Stream' }).waitFor();
  const grown = pages.flatMap(({ name, found }) =>
    WHAT.flatMap((what) => {
      const values = found.map((memory) => memory[what]);
      const [before, after] = [medianOf(values, 1), medianOf(values, 2)];
      const words = `${name}: ${what} ${values[0]}, then ${before}, at last ${after}`;
      console.log(words);
      return after > before * (1 + MAX_GROWTH[what]) ? [words] : [];
    }),
  );
  expect(grown).toEqual([]);
  expect(leaks).toEqual([]);
});
