import { describe, expect, it } from 'vitest';
import { liveWindowId, type WindowRow } from '#functions/browser-stream/broadcast.ts';
import { removedWindows } from '#functions/browser-stream/window-playlist.ts';
import { segmentsAfterChange } from '#functions/browser-stream/playlist/changed-way.ts';
import { directPlaylist } from '#functions/browser-stream/direct/direct-playlist.ts';
import { listedSegments } from '#functions/browser-stream/direct/segment-list.ts';
import { aBroadcast, segmentOf } from '#test/support/api/broadcast/camera-rows.ts';
import { segmentRows, upTo } from '#test/support/api/broadcast/segment-rows.ts';
import { checkChange, parsePlaylist } from '#test/support/media/playlist-validator.ts';

const CHANGED = aBroadcast('C', { way: 'direct', wayChange: { fromMs: 12_000, atMs: 12_000 } });
const SEGMENTS = segmentRows(...upTo(10));

const windowRow = (number: number): WindowRow => ({
  id: liveWindowId(number),
  number,
  startMs: number * 2000,
  state: 'ready',
  segments: [segmentOf(number)],
});

function playlist(windows: readonly WindowRow[], broadcast = CHANGED): string {
  const direct = listedSegments(SEGMENTS, broadcast, 60_000);
  const { segments, isEnded, before } = segmentsAfterChange(direct, windows, broadcast, false);
  const options = { rendition: 'main', isEnded, startedAtMs: 0, folder: '/', nowMs: 60_000 } as const;
  return directPlaylist(segments, broadcast, before, options) ?? '';
}

describe('the playlist of a direct broadcast that fell back to chunks', () => {
  it('conforms to RFC 8216 while it grows and slides', () => {
    const all = upTo(120).map(windowRow);
    const versions = upTo(120).map((count) => playlist(all.slice(0, count)));
    for (const [index, version] of versions.entries())
      if (index > 0) checkChange(versions[index - 1]!, version);
    expect(parsePlaylist(versions.at(-1)!).segments[0]?.discontinuity).toBe(1);
  });

  it('is the same from fewer rows after a checkpoint', () => {
    const all = upTo(400).map(windowRow);
    const { windows, earlier } = removedWindows(all, CHANGED);
    expect(windows).toBeGreaterThan(50);
    const checkpoint = { fromNumber: windows, ...earlier };
    expect(playlist(all.slice(windows), { ...CHANGED, checkpoint })).toBe(playlist(all));
  });

  it('contains no chunks while segments may still arrive', () => {
    const early = listedSegments(SEGMENTS, CHANGED, 17_000);
    expect([early.segments.length, early.isEnded]).toEqual([10, false]);
    expect(listedSegments(SEGMENTS, CHANGED, 17_500).isEnded).toBe(true);
  });
});
