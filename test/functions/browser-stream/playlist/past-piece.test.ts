import { describe, expect, it } from 'vitest';
import { liveWindowId, type Broadcast } from '#functions/browser-stream/broadcast.ts';
import { pastPiece } from '#functions/browser-stream/playlist/past-piece.service.ts';
import { aBroadcast, segmentOf } from '#test/support/api/broadcast/camera-rows.ts';
import { segmentRows, upTo } from '#test/support/api/broadcast/segment-rows.ts';
import { parsePlaylist } from '#test/support/media/playlist-validator.ts';

const STARTED_MS = Date.UTC(2026, 10, 28);
const WINDOWS = upTo(10).map((number) => ({
  id: liveWindowId(number),
  number,
  startMs: number * 2000,
  state: number === 9 ? ('waiting' as const) : ('ready' as const),
  segments: [segmentOf(number)],
}));

/** The playlists of the part between two times of a broadcast, by their names. */
async function pieceOf(change: Partial<Broadcast>, [fromMs, untilMs]: readonly [number, number]) {
  const broadcast = aBroadcast('C', { startedAtMs: STARTED_MS, ...change });
  const broadcasts = {
    segmentsBetween: async () => segmentRows(...upTo(10)),
    windowsBetween: async () => WINDOWS,
  };
  const range = { fromMs: STARTED_MS + fromMs, untilMs: STARTED_MS + untilMs };
  const { playlistUrl, read } = await pastPiece(broadcasts, broadcast, range);
  return { main: (await read(playlistUrl))!, read, folder: playlistUrl.replace('piece.m3u8', '') };
}

const DATE = /PROGRAM-DATE-TIME:(.*)/g;
const datesOf = (text: string) => [...text.matchAll(DATE)].map(([, date]) => Date.parse(date!) - STARTED_MS);

describe('a piece of a broadcast', () => {
  it('has all renditions of a direct one', async () => {
    const { main, read, folder } = await pieceOf({ way: 'direct' }, [2000, 8000]);
    expect(main).toContain('piece-sound.m3u8');
    expect(datesOf((await read(`${folder}piece-main.m3u8`))!)).toEqual(upTo(10).map((s) => s * 1000));
    expect(await read(`${folder}other.m3u8`)).toBeNull();
  });

  it('ends before the first window of a compatible one that is not ready', async () => {
    const { main } = await pieceOf({}, [2000, 30_000]);
    expect(datesOf(main)).toEqual(upTo(9).map((number) => number * 2000));
  });

  it('goes on with windows where a direct one continued with chunks', async () => {
    const change = { way: 'direct', wayChange: { fromMs: 8000, atMs: 9000 } } as const;
    const { main } = await pieceOf(change, [2000, 12_000]);
    const { segments } = parsePlaylist(main);
    // The segments that end after the change are those of the windows.
    expect(datesOf(main).slice(0, 10)).toEqual([...upTo(8).map((s) => s * 1000), 8000, 10_000]);
    expect(segments.flatMap(({ discontinuity }, index) => (discontinuity ? [index] : []))).toHaveLength(9);
    const { main: before } = await pieceOf(change, [2000, 7000]);
    expect(before).toContain('piece-sound.m3u8');
  });
});
