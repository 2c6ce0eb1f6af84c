import { beforeAll, describe, expect, it } from 'vitest';
import {
  broadcastOf,
  endStream,
  goLive,
  videosOf,
} from '../../../support/browser/camera/broadcaster-page.ts';
import {
  playedFile,
  recordedFile,
  watchPlaylist,
  type PlaylistLog,
} from '../../../support/browser/camera/camera-broadcast.ts';
import { cameraWorld } from '../../../support/browser/camera/camera-world.ts';
import { isSoak } from '../../../support/runner/effort.ts';
import { countersOf } from '../../../support/media/joined-media.ts';
import { tappedChunks, tapRecorder } from '../../../support/browser/camera/recorder-tap.ts';

const USERNAME = 'QueueQuinn';

/** Queues as they are on a bad day: slow, out of order, with failures; and events that come late, twice and unordered. */
const camera = cameraWorld(USERNAME, {
  disturbances: {
    transcoder: {
      delayMs: isSoak ? [8_000, 16_000] : [3_000, 6_000],
      failWindows: { 'live-000001': 2 },
      order: 'random',
    },
    events: { delayMs: [0, 1_500], twice: 0.3 },
  },
});

beforeAll(() => tapRecorder(camera.streamer.page, { hasDefaultKeyframes: true }));

describe('a broadcast with rare keyframes, slow jobs that fail twice, and unordered events', () => {
  let streamId: string;
  let playlist: PlaylistLog;

  it('reaches its viewer, however late', async () => {
    streamId = await goLive(camera.streamer.page, 'Patience');
    playlist = watchPlaylist(`${camera.world.site.url}/api/browser-stream/${streamId}/live.m3u8`);
    await camera.open();
    await expect.poll(() => camera.player('state'), { timeout: 100_000 }).toBe('playing');
  });

  it('keeps playing', async () => {
    const counters = await camera.framesOf(10);
    expect(counters).toEqual(counters.toSorted((a, b) => a - b));
  });

  it('has a valid playlist after every change, with no gap but the late window', async () => {
    await endStream(camera.streamer.page, USERNAME);
    const status = async () => (await broadcastOf(camera.person, streamId)).status;
    await expect.poll(status, { timeout: 90_000 }).toBe('ended');
    await expect.poll(() => playlist.versions.at(-1)).toContain('#EXT-X-ENDLIST');
    playlist.stop();
    expect(playlist.faults).toEqual([]);
    expect(playlist.versions.at(-1)?.split('#EXT-X-DISCONTINUITY\n').length).toBeLessThanOrEqual(2);
  });

  it('has a replay with every frame', async () => {
    const { chunks: counted } = await broadcastOf(camera.person, streamId);
    const chunks = await tappedChunks(camera.streamer.page);
    expect(counted).toEqual({ recorded: chunks.length, stored: chunks.length, lost: 0 });
    const [replay] = await videosOf(camera.person);
    const recorded = await countersOf(await recordedFile(camera.folder, chunks));
    const url = camera.world.site.url + replay?.playback_url;
    const played = await countersOf(await playedFile(camera.folder, url));
    expect([...new Set(played)]).toEqual([...new Set(recorded)]);
  });
});
