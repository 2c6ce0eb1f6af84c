import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { CHUNK_INTERVAL_MS } from '#shared/limits.ts';
import { broadcastOf } from '#test/support/browser/camera/broadcaster-page.ts';
import { expectToast } from '#test/support/browser/browser.ts';
import { recordedFile, type PlaylistLog } from '#test/support/browser/camera/camera-broadcast.ts';
import { chunksUploaded, chunksWaiting } from '#test/support/browser/camera/camera-page.ts';
import { cameraWorld } from '#test/support/browser/camera/camera-world.ts';
import { countersOf } from '#test/support/media/joined-media.ts';
import { tappedChunks, tapRecorder } from '#test/support/browser/camera/recorder-tap.ts';

const USERNAME = 'PhoenixPia';
const DOWN_MS = 3_000;

const camera = cameraWorld(USERNAME);

/** Returns how many chunks survive the page: in storage or in the browser. */
async function keptChunks(page: Page): Promise<number> {
  return (await chunksUploaded(page)) + (await chunksWaiting(page));
}

beforeAll(() => tapRecorder(camera.streamer.page));

describe('a broadcast with a killed site and a killed tab', () => {
  let streamId: string;
  let playlist: PlaylistLog;
  let chunks: Uint8Array[];
  /** Time between the last poll of the recorded chunks and the kill. */
  let unseenMs: number;

  it('reaches its viewer', async () => {
    ({ streamId, playlist } = await camera.goLive('Nine lives'));
    expect(playlist.faults).toEqual([]);
  });

  it('continues after the site was killed and restarted', async () => {
    await camera.world.crash(DOWN_MS);
    await camera.streamer.page.getByText('All uploaded').waitFor();
    // If requests fail for longer than the player retries them, it starts a new session after a while.
    await expect.poll(() => camera.player('state'), { timeout: 60_000 }).toBe('playing');
    const counters = await camera.framesOf(4);
    expect(counters).toEqual(counters.toSorted((a, b) => a - b));
  });

  it('keeps unsent chunks in the browser when the tab is killed', async () => {
    const { page } = camera.streamer;
    await page.route(/\/chunks\//, (route) => route.abort());
    // The first three may have been in flight.
    await expect.poll(() => chunksWaiting(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(6);
    const inspectedAtMs = performance.now();
    chunks = await tappedChunks(page);
    await expect.poll(() => keptChunks(page)).toBeGreaterThanOrEqual(chunks.length);
    await page.close();
    unseenMs = performance.now() - inspectedAtMs;
    const { chunks: counted } = await broadcastOf(camera.person, streamId);
    expect(counted.stored).toBeLessThan(chunks.length - 2);
  });

  it('is ended and finished when the page is opened again', async () => {
    const page = await camera.newTab();
    await page.goto('/go-live');
    const card = page.getByRole('region', { name: 'Your stream was interrupted' });
    await card.getByRole('button', { name: 'End Stream' }).click();
    await expectToast(page, 'Upload finished');
    const { chunks: counted } = await camera.untilEnded(streamId);
    expect(counted.stored).toBeGreaterThanOrEqual(chunks.length);
    // The recorder's last chunk before the kill had a number, but may not have been kept yet.
    expect(counted.lost).toBeLessThanOrEqual(1);
    // One more may have been recorded between the poll and the kill, and one per further chunk interval.
    expect(counted.recorded - chunks.length).toBeLessThan(2 + Math.floor(unseenMs / CHUNK_INTERVAL_MS));
  });

  it('has a valid playlist after every change', async () => {
    await expect.poll(() => playlist.versions.at(-1)).toContain('#EXT-X-ENDLIST');
    playlist.stop();
    expect(playlist.faults).toEqual([]);
  });

  it('has a replay with every frame', async () => {
    const recorded = await countersOf(await recordedFile(camera.folder, chunks));
    const played = new Set(await countersOf(await camera.replayFile()));
    expect(recorded.filter((counter) => !played.has(counter))).toEqual([]);
  });
});
