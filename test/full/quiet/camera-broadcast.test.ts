import { beforeAll, describe, expect, it } from 'vitest';
import type { Video } from '#shared/videos/videos.ts';
import { endStream, videosOf } from '#test/support/browser/camera/broadcaster-page.ts';
import { recordedFile, type PlaylistLog } from '#test/support/browser/camera/camera-broadcast.ts';
import { cameraWorld } from '#test/support/browser/camera/camera-world.ts';
import { longestFreezeMs, seenFrames, watchFrames } from '#test/support/media/counter-picture.ts';
import { measuredIn } from '#test/support/site/measured.ts';
import { isSoak } from '#test/support/runner/effort.ts';
import { SMALL_CAMERA } from '#test/support/browser/camera/camera-world.ts';
import { CAMERA } from '#test/support/media/fake-camera.ts';
import { countersOf } from '#test/support/media/joined-media.ts';
import { parsePlaylist } from '#test/support/media/playlist-validator.ts';
import { tappedChunks, tapRecorder } from '#test/support/browser/camera/recorder-tap.ts';
import { soundErrors } from '#test/support/media/sound/sound-errors.ts';

const USERNAME = 'CameraCleo';
/** How long the viewer watches. */
const WATCH_S = isSoak ? 600 : 20;

/** Small except in soaks: transcoding the larger one in real time uses both cores of a slower machine. */
const SHAPE = isSoak ? CAMERA : { ...SMALL_CAMERA, framesPerS: 30 };

const camera = cameraWorld(USERNAME, { camera: SHAPE });
const siteUrl = (): string => camera.world.site.url;

beforeAll(() => tapRecorder(camera.streamer.page));

describe('a camera broadcast', () => {
  let streamId: string;
  let playlist: PlaylistLog;
  let replay: Video;
  let recorded: string;
  let played: string;

  it('shows a signed-out viewer the picture within seconds', async () => {
    ({ streamId, playlist } = await camera.goLive('Three blades, one camera'));
    expect(playlist.faults).toEqual([]);
    await camera.viewer.page.getByText('Three blades, one camera').first().waitFor();
  });

  it('plays without a stall or freeze, with the frames in order', async () => {
    const { page } = camera.viewer;
    await watchFrames(page, SHAPE.cellPx);
    const stallsBefore = await camera.player('stalls');
    await new Promise((resolve) => setTimeout(resolve, WATCH_S * 1000));
    const frames = await seenFrames(page);
    const counters = frames.map(({ counter }) => counter);

    await expect.poll(() => camera.player('stalls')).toBe(stallsBefore);
    expect(longestFreezeMs(frames)).toBeLessThan(700);
    expect(counters).toEqual(counters.toSorted((a, b) => a - b));
    const visibleS = ((counters.at(-1) ?? 0) - (counters[0] ?? 0)) / 30;
    expect(visibleS).toBeGreaterThan(WATCH_S - 4);
    expect(visibleS).toBeLessThan(WATCH_S + 13);
  });

  it('stores every chunk, has its replay within ten seconds and notifies the streamer', async () => {
    const { page } = camera.streamer;
    await page.getByText(/^LIVE - \d+ (sec|min) sent$/).waitFor();
    await endStream(page, USERNAME);
    const { chunks } = await camera.untilEnded(streamId, 10_000);
    expect(chunks).toEqual({ recorded: chunks.recorded, stored: chunks.recorded, lost: 0 });
    expect(chunks.recorded).toBe((await tappedChunks(page)).length);
    const receipt = page.getByRole('region', { name: 'Your broadcast' });
    await receipt.getByText(/ saved, nothing lost$/).waitFor();
    await receipt.getByRole('link', { name: 'Watch the replay' }).waitFor();
  });

  it('measures each window: the seconds from its last chunk to the playlist', () => {
    const measured = measuredIn(camera.world.dataDir, 'events', 'StoredToPlaylistSeconds');
    expect(measured.length).toBeGreaterThan(WATCH_S / 10);
    expect(new Set(measured.map(({ part }) => part))).toEqual(new Set(['windows']));
    // In ms it would be thousands.
    for (const { value } of measured) {
      expect(value).toBeGreaterThan(0);
      expect(value).toBeLessThan(isSoak ? 600 : 200);
    }
  });

  it('shows the viewer its last frames, then that the channel is offline', async () => {
    await expect.poll(() => camera.player('state'), { timeout: 30_000 }).toBe('offline');
    playlist.stop();
    expect(playlist.faults).toEqual([]);
    const last = parsePlaylist(playlist.versions.at(-1) ?? '');
    expect(last.isEnded).toBe(true);
    expect(last.segments.map(({ discontinuity }) => discontinuity)).toEqual(last.segments.map(() => 0));
    expect(playlist.versions.length).toBeGreaterThan(0.4 * WATCH_S);
    const recordedCounters = (await seenFrames(camera.viewer.page)).map(({ counter }) => counter);
    const chunks = await tappedChunks(camera.streamer.page);
    recorded = await recordedFile(camera.folder, chunks);
    expect(recordedCounters.at(-1)).toBeGreaterThan((await countersOf(recorded)).at(-1)! - 15);
  });

  it('is a video of the channel with poster and storyboard', async () => {
    [replay] = (await videosOf(camera.person)) as [Video];
    expect(replay).toMatchObject({
      kind: 'replay',
      status: 'ready',
      title: 'Three blades, one camera',
      category: 'Box Fans',
    });
    const typeOf = async (path: string | null): Promise<[number, string | null]> => {
      const { status, headers } = await fetch(siteUrl() + path);
      return [status, headers.get('content-type')];
    };
    expect(await typeOf(replay.thumbnail_url)).toEqual([200, 'image/jpeg']);
    expect(await typeOf(replay.storyboard_url)).toEqual([200, 'text/vtt; charset=utf-8']);
  });

  it('has every recorded frame in its replay, once and in order', async () => {
    played = await camera.replayFile();
    const [before, after] = [await countersOf(recorded), await countersOf(played)];
    expect(before.length).toBeGreaterThan((WATCH_S - 4) * 25);
    expect([...new Set(after)]).toEqual([...new Set(before)]);
  });

  it('has the recorded sound without seams', async () => {
    const { segments } = parsePlaylist(await (await fetch(siteUrl() + replay.playback_url)).text());
    const errors = await soundErrors(recorded, played, segments);
    expect(errors.atSeams.length).toBeGreaterThan(WATCH_S / 3);
    expect(Math.max(...errors.atSeams)).toBeLessThan(Math.max(0.06, 1.2 * Math.max(...errors.between)));
  });

  it('plays its replay from start to end', async () => {
    const { page } = camera.viewer;
    await page.goto(`/channel/${USERNAME}/video/${replay.id}`);
    await expect.poll(() => camera.player('state')).toMatch(/playing|ready/);
    await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
      video.pause();
      video.currentTime = 0;
      video.playbackRate = 4;
      await video.play();
    });
    await watchFrames(page, SHAPE.cellPx);
    await expect
      .poll(() => camera.player('state'), { timeout: 30_000 + WATCH_S * 500, interval: 250 })
      .toBe('ended');
    const counters = (await seenFrames(page)).map(({ counter }) => counter);
    const played = counters.slice(counters.lastIndexOf(Math.min(...counters)));
    expect(played).toEqual(played.toSorted((a, b) => a - b));
    expect((played.at(-1) ?? 0) - (played[0] ?? 0)).toBeGreaterThan((WATCH_S - 4) * 30);
    expect([...camera.viewer.complaints, ...camera.streamer.complaints]).toEqual([]);
  });
});
