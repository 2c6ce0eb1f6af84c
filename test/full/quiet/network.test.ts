import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { broadcastOf, endStream } from '#test/support/browser/camera/broadcaster-page.ts';
import { recordedFile, type PlaylistLog } from '#test/support/browser/camera/camera-broadcast.ts';
import { untilUploaded } from '#test/support/browser/camera/camera-page.ts';
import { cameraWorld } from '#test/support/browser/camera/camera-world.ts';
import { isSoak } from '#test/support/runner/effort.ts';
import { seenFrames, watchFrames } from '#test/support/media/counter-picture.ts';
import { SMALL_CAMERA } from '#test/support/browser/camera/camera-world.ts';
import { countersOf } from '#test/support/media/joined-media.ts';
import { visibleFile } from '#test/support/media/recorded-stream.ts';
import { tappedChunks, tapRecorder } from '#test/support/browser/camera/recorder-tap.ts';

const USERNAME = 'PatchyPat';
/** Which fault affects which chunk. */
const [SWAPPED, DOUBLED, LATE, LOST] = [3, 5, 7, 10];
const LATE_MS = isSoak ? 30_000 : 12_000;
const OFFLINE_MS = isSoak ? 20_000 : 10_000;

const camera = cameraWorld(USERNAME);
const latestFrame = async (page: Page) => (await seenFrames(page)).at(-1)?.counter ?? 0;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A network that reorders, repeats, delays and loses chunks on their way to storage. */
async function disturbUploads(): Promise<void> {
  const { page } = camera.streamer;
  const overtaken = Promise.withResolvers<void>();
  const lateUntil = Promise.withResolvers<void>();
  const ways: Record<number, (route: Route) => Promise<void>> = {
    [SWAPPED]: async (route) => {
      await overtaken.promise;
      await route.continue();
    },
    [SWAPPED + 1]: async (route) => {
      await route.continue();
      overtaken.resolve();
    },
    [DOUBLED]: async (route) => {
      await route.fetch();
      await route.continue();
    },
    [LATE]: async (route) => {
      setTimeout(lateUntil.resolve, LATE_MS);
      await lateUntil.promise;
      // The recorder may have aborted this attempt and started another one.
      await route.continue().catch(() => {});
    },
    // Reported as stored, but never stored.
    [LOST]: (route) => route.fulfill({ status: 200, headers: { 'access-control-allow-origin': '*' } }),
  };
  await page.route(/\/chunks\/.*\/\d{6}\.webm/, async (route) => {
    const seq = Number(/(\d{6})\.webm/.exec(route.request().url())?.[1]);
    const way = route.request().method() === 'PUT' ? ways[seq] : undefined;
    await (way ? way(route) : route.continue());
  });
}

beforeAll(async () => {
  await tapRecorder(camera.streamer.page);
  await disturbUploads();
});

describe('a broadcast over a bad network', () => {
  let streamId: string;
  let playlist: PlaylistLog;

  it('reaches its viewer', async () => {
    ({ streamId, playlist } = await camera.goLive('Rain on the line'));
    expect(playlist.faults).toEqual([]);
  });

  it('continues after swapped, repeated, late and lost chunks, and a disconnection', async () => {
    const { page } = camera.streamer;
    await untilUploaded(page, 14);
    await page.context().setOffline(true);
    await pause(OFFLINE_MS);
    await page.getByText(/waiting: nothing is getting through/).waitFor();
    await page.context().setOffline(false);
    await page.getByText('All uploaded').waitFor();
    await watchFrames(page, SMALL_CAMERA.cellPx);
    await expect.poll(() => latestFrame(page)).toBeGreaterThan(0);
    const afterwards = await latestFrame(page);
    const counters = await camera.framesOf(3);
    expect(counters).toEqual(counters.toSorted((a, b) => a - b));
    await expect.poll(() => latestFrame(camera.viewer.page), { timeout: 60_000 }).toBeGreaterThan(afterwards);
    await expect.poll(() => camera.player('state')).toBe('playing');
  });

  it('has a valid playlist after every change', async () => {
    await endStream(camera.streamer.page, USERNAME);
    await camera.untilEnded(streamId, 90_000);
    await expect.poll(() => playlist.versions.at(-1)).toContain('#EXT-X-ENDLIST');
    playlist.stop();
    expect(playlist.faults).toEqual([]);
    expect(playlist.versions.at(-1)).toContain('#EXT-X-DISCONTINUITY\n');
  });

  it('has a replay with every frame but those of the lost chunk', async () => {
    const chunks = await tappedChunks(camera.streamer.page);
    const { chunks: counted, missing } = await broadcastOf(camera.person, streamId);
    expect(counted).toEqual({ recorded: chunks.length, stored: chunks.length - 1, lost: 1 });
    expect(missing).toEqual([LOST]);

    const recorded = await countersOf(await recordedFile(camera.folder, chunks));
    const expected = await countersOf(await visibleFile(camera.folder, chunks, new Set([LOST])));
    const played = await countersOf(await camera.replayFile());
    expect(expected.length).toBeLessThan(recorded.length);
    expect([...new Set(played)]).toEqual([...new Set(expected)]);
  });
});
