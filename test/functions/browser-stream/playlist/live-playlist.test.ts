import { beforeEach, describe, expect, it } from 'vitest';
import { liveWindowId } from '#functions/browser-stream/broadcast.ts';
import { removedWindows } from '#functions/browser-stream/window-playlist.ts';
import { EMPTY_TIMELINE } from '#functions/browser-stream/media/compatible/timeline.ts';
import { CameraCaller } from '#test/support/api/camera-caller.ts';
import { jobsOf, segmentOf } from '#test/support/api/broadcast/camera-rows.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { parsePlaylist } from '#test/support/media/playlist-validator.ts';

let id: string;
const site = await localApi({ storage: true });
const camera = await CameraCaller.on(site);
const ada = await site.aUser();
beforeEach(async () => {
  id = await camera.live(ada);
});

/** Plans windows up to this many. */
async function plan(count: number, isEnd = false): Promise<void> {
  const known = await camera.broadcasts.readTimeline(id);
  const { windowCount } = known.timeline;
  const timeline = { ...EMPTY_TIMELINE, windowCount: count };
  await camera.broadcasts.claim(id, known, { timeline, isEnd }, jobsOf(count - windowCount, windowCount));
}
const settle = (...numbers: number[]) =>
  Promise.all(
    numbers.map((number) =>
      camera.broadcasts.settle(id, liveWindowId(number), [segmentOf(number)], Date.now()),
    ),
  );
const end = (atMs = Date.now()) => camera.broadcasts.end({ id, channelId: ada.id }, { atMs, by: 'streamer' });
const playlist = async () =>
  parsePlaylist(expectSuccess('GET /browser-stream/{stream_id}/live.m3u8', await camera.playlist(id)));
const numbers = ({ segments }: Awaited<ReturnType<typeof playlist>>) =>
  segments.map(({ uri }) => Number(/live-(\d+)/.exec(uri)?.[1]));

describe('the live playlist', () => {
  it('exists for everybody from the first segment on, with addresses on the site', async () => {
    await plan(2);
    expectError(await camera.playlist(id), 'not_found');
    await settle(0);
    const { segments, isEnded, targetDurationS, type } = await playlist();
    const folder = `/media/videos/${ada.id}/${id}/`;
    expect(segments).toMatchObject([
      { uri: `${folder}live-000000-1-0.m4s`, initUri: `${folder}init-00000000.mp4`, durationS: 2 },
    ]);
    expect({ isEnded, targetDurationS, type }).toEqual({
      isEnded: false,
      targetDurationS: 4,
      type: undefined,
    });
    const startedAtMs = (await camera.broadcasts.find(id))!.startedAtMs;
    expect(Date.parse(segments[0]!.date)).toBe(startedAtMs);
  });

  it('may be read by pages of other origins, such as Chromecast receivers', async () => {
    await plan(1);
    await settle(0);
    expect((await camera.playlist(id)).headers.get('access-control-allow-origin')).toBe('*');
  });

  it('lists windows in order, whatever order their jobs end in', async () => {
    await plan(4);
    await settle(3, 0, 2);
    expect(numbers(await playlist())).toEqual([0]);
    await camera.broadcasts.settle(id, liveWindowId(1), null, Date.now());
    const { segments } = await playlist();
    expect(segments.map(({ discontinuity }) => discontinuity)).toEqual([0, 1, 1]);
  });

  it('ends only when the last window is settled', async () => {
    await plan(2);
    await settle(0, 1);
    await end();
    expect((await playlist()).isEnded).toBe(false);
    await plan(3, true);
    expect((await playlist()).isEnded).toBe(false);
    await settle(2);
    expect((await playlist()).isEnded).toBe(true);
  });

  it('stays for an hour after the end', async () => {
    await plan(1, true);
    await settle(0);
    await end(Date.now() - 59 * 60_000);
    expect((await playlist()).isEnded).toBe(true);
    id = await camera.live(ada);
    await plan(1, true);
    await settle(0);
    await end(Date.now() - 61 * 60_000);
    expectError(await camera.playlist(id), 'not_found');
  });

  it('of a long broadcast reads only what it lists, with the same result', async () => {
    await plan(310);
    for (let number = 0; number < 310; number += 31)
      await settle(...Array.from({ length: 31 }, (_, index) => number + index));
    const whole = (await camera.playlist(id)).body;
    const windows = await camera.broadcasts.listWindows(id, { fromNumber: 0 });
    const removed = removedWindows(windows, {
      targetDurationS: 4,
    });
    expect(removed.windows).toBeGreaterThan(0);
    await camera.broadcasts.setCheckpoint(id, { fromNumber: removed.windows, ...removed.earlier });
    expect((await camera.playlist(id)).body === whole).toBe(true);
    await plan(311, true);
    await settle(310);
    await end();
    const { segments, isEnded, mediaSequence } = await playlist();
    expect(isEnded).toBe(true);
    expect(mediaSequence + segments.length).toBe(311);
  });

  it('does not exist without a broadcast', async () => {
    expectError(await site.api('GET', `/browser-stream/${'0'.repeat(26)}/live.m3u8`), 'not_found');
    expectError(await site.api('GET', '/browser-stream/nobody/live.m3u8'), 'invalid_request');
  });
});
