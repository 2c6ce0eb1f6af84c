import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { worstMediaConvert } from '#infra/local/disturbances.ts';
import { TranscoderRecords, type JobRecord } from '#infra/local/transcoder/jobs/transcoder-records.ts';
import { broadcastOf, endStream, videosOf } from '#test/support/browser/camera/broadcaster-page.ts';
import { recordedFile, type PlaylistLog } from '#test/support/browser/camera/camera-broadcast.ts';
import { cameraWorld } from '#test/support/browser/camera/camera-world.ts';
import { tappedChunks, tapRecorder } from '#test/support/browser/camera/recorder-tap.ts';
import { countersOf } from '#test/support/media/joined-media.ts';
import { parsePlaylist } from '#test/support/media/playlist-validator.ts';
import { soundErrors } from '#test/support/media/sound/sound-errors.ts';

const USERNAME = 'WorstWendy';
const WATCH_MS = 4 * 60_000;
/** Jobs of windows 0, 24, 44 and 48 take 20 s to a minute: live viewers do not wait for all of them. */
const SEED = 26;
/** As many windows are in flight before it is asked how long jobs take. */
const USUAL_IN_FLIGHT = 12;

const camera = cameraWorld(USERNAME, { disturbances: worstMediaConvert({ seed: SEED }) });

beforeAll(() => tapRecorder(camera.streamer.page));

/** How many windows MediaConvert had at once, by when each was submitted and done. */
function mostInFlight(): number {
  const records = new TranscoderRecords(join(camera.world.dataDir, 'transcoder.sqlite'));
  const jobs = records.jobs.list().filter(({ priority }) => priority > 0);
  records.close();
  const isIn = ({ submittedAtMs, finishedAtMs = Infinity }: JobRecord, atMs: number): boolean =>
    submittedAtMs <= atMs && atMs < finishedAtMs;
  return Math.max(...jobs.map((job) => jobs.filter((other) => isIn(other, job.submittedAtMs)).length));
}

describe('a broadcast with MediaConvert at its worst', () => {
  let streamId: string;
  let playlist: PlaylistLog;

  it('reaches its viewer and continues', async () => {
    ({ streamId, playlist } = await camera.goLive('The worst day', 100_000));
    const counters = await camera.framesOf(WATCH_MS / 1000, 2 * WATCH_MS);
    expect(counters).toEqual(counters.toSorted((a, b) => a - b));
  });

  it('has a valid playlist after every change, and has passed late windows', async () => {
    await endStream(camera.streamer.page, USERNAME);
    await camera.untilEnded(streamId, 180_000);
    await expect.poll(() => playlist.versions.at(-1), { timeout: 60_000 }).toContain('#EXT-X-ENDLIST');
    playlist.stop();
    expect(playlist.faults).toEqual([]);
    expect(parsePlaylist(playlist.versions.at(-1) ?? '').segments.at(-1)?.discontinuity).toBeGreaterThan(0);
  });

  it('had a job slot for each window as soon as it was cut', () => {
    expect(mostInFlight()).toBeLessThan(USUAL_IN_FLIGHT);
  });

  it('has a replay with every frame once, without a click between segments', async () => {
    const { chunks: counted } = await broadcastOf(camera.person, streamId);
    const chunks = await tappedChunks(camera.streamer.page);
    expect(counted).toEqual({ recorded: chunks.length, stored: chunks.length, lost: 0 });
    const recorded = await recordedFile(camera.folder, chunks);
    const played = await camera.replayFile();
    expect([...new Set(await countersOf(played))]).toEqual([...new Set(await countersOf(recorded))]);
    const [replay] = await videosOf(camera.person);
    const url = camera.world.site.url + replay?.playback_url;
    const { segments } = parsePlaylist(await (await fetch(url)).text());
    expect(segments.at(-1)?.discontinuity).toBe(0);
    const { atSeams, between } = await soundErrors(recorded, played, segments);
    expect(Math.max(...atSeams)).toBeLessThan(Math.max(0.06, 1.2 * Math.max(...between)));
  });
});
