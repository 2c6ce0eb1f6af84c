import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BroadcastEnd, Segment, SegmentCheckpoint } from '#functions/browser-stream/broadcast.ts';
import { directPlaylist } from '#functions/browser-stream/direct/direct-playlist.ts';
import {
  checkpointOf,
  type ListedBroadcast,
  listedSegments,
} from '#functions/browser-stream/direct/segment-list.ts';
import { segmentRow, segmentRows, upTo } from '#test/support/api/broadcast/segment-rows.ts';
import { tries } from '#test/support/runner/effort.ts';
import { checkChange, parsePlaylist, type ParsedPlaylist } from '#test/support/media/playlist-validator.ts';

const DIRECT: ListedBroadcast = { targetDurationS: 1 };

type Rendition = 'main' | 'small' | 'sound';

/** What viewers are given at a time: rows that have arrived by then, from the checkpoint on. */
function playlistAt(
  rows: readonly Segment[],
  nowMs: number,
  broadcast: ListedBroadcast = DIRECT,
  rendition: Rendition = 'main',
): string | undefined {
  const { fromSeq } = broadcast.segmentCheckpoint ?? { fromSeq: 0 };
  const known = rows.filter(({ seq, arrivedAtMs }) => arrivedAtMs <= nowMs && seq >= fromSeq);
  const sorted = known.toSorted((a, b) => a.seq - b.seq);
  const { segments, isEnded } = listedSegments(sorted, broadcast, nowMs);
  return directPlaylist(segments, broadcast, broadcast.segmentCheckpoint, {
    rendition,
    isEnded,
    startedAtMs: 0,
    folder: '/f/',
    nowMs,
  });
}

const parsedAt = (...at: Parameters<typeof playlistAt>): ParsedPlaylist | undefined => {
  const text = playlistAt(...at);
  return text === undefined ? undefined : parsePlaylist(text);
};
const seqsOf = (playlist: ParsedPlaylist | undefined): number[] =>
  (playlist?.segments ?? []).map(({ uri }) => Number(uri.slice(3, 9)));
const without = (count: number, ...seqs: readonly number[]) =>
  segmentRows(...upTo(count).filter((seq) => !seqs.includes(seq)));

describe('a live playlist of segments', () => {
  it('lists each segment as soon as it is stored', () => {
    expect(playlistAt(segmentRows(0), 999)).toBeUndefined();
    expect(seqsOf(parsedAt(segmentRows(0, 1, 2), 2000))).toEqual([0, 1]);
  });

  it('says how long the newest has existed, until the end', () => {
    const rows = segmentRows(0, 1, 2);
    const newestMs = rows.at(-1)!.arrivedAtMs;
    expect(playlistAt(rows, newestMs + 430)).toContain('\n#NEWEST-AGE:0.430\n');
    const ended = { ...DIRECT, end: { by: 'streamer', atMs: newestMs, chunkCount: 3 } } as const;
    expect(playlistAt(rows, newestMs + 430, ended)).not.toContain('NEWEST-AGE');
  });

  it('waits up to four seconds for a missing segment and then lists it', () => {
    const rows = [...without(12, 3), segmentRow(3, { arrivedAtMs: 8900 })];
    expect(seqsOf(parsedAt(rows, 8800))).toEqual([0, 1, 2]);
    const playlist = parsedAt(rows, 9000);
    expect(seqsOf(playlist)).toEqual(upTo(9));
    expect(playlist?.segments.at(-1)?.discontinuity).toBe(0);
  });

  it('continues behind a gap with a discontinuity, and leaves late segments to the replay', () => {
    const rows = [...without(12, 3), segmentRow(3, { arrivedAtMs: 9100 })];
    expect(seqsOf(parsedAt(rows, 10_400))).toEqual([0, 1, 2]);
    const playlist = parsedAt(rows, 10_500);
    expect(seqsOf(playlist)).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9]);
    expect(playlist?.segments.map(({ discontinuity }) => discontinuity)).toEqual([0, 0, 0, 1, 1, 1, 1, 1, 1]);
  });

  it('does not wait for a segment before the first that arrived', () => {
    expect(parsedAt(without(9, 0), 7000)).toBeUndefined();
    expect(seqsOf(parsedAt(without(9, 0), 7500))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('has a discontinuity in every rendition when any header changes', () => {
    const rows = [...segmentRows(0, 1), segmentRow(2, { init: 'b' }), segmentRow(3, { init: 'b' })];
    for (const rendition of ['main', 'small', 'sound'] as const) {
      const { segments = [] } = parsedAt(rows, 9000, DIRECT, rendition) ?? {};
      expect(segments.map(({ discontinuity }) => discontinuity)).toEqual([0, 0, 1, 1]);
    }
  });

  it('lists the main rendition where the small one is missing, and byte ranges of larger files', () => {
    const { main } = segmentRow(1);
    const small = {
      ...main,
      uri: '000001-side.m4s',
      initUri: 'small.mp4',
      offsetBytes: 0,
      sizeBytes: 50_000,
    };
    const text = playlistAt([segmentRow(0), segmentRow(1, { small })], 2000, DIRECT, 'small') ?? '';
    expect(text).toContain('#EXT-X-BYTERANGE:50000@0\n/f/000001-side.m4s\n');
    expect(text).toContain('/f/000000-0000000a.m4s\n#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="/f/small.mp4"\n');
  });

  it('skips segments that are too long or from a past time', () => {
    const rows = [
      segmentRow(0),
      segmentRow(1, { endMs: 2600 }),
      segmentRow(2, { startMs: 2600, endMs: 3600 }),
      segmentRow(3, { startMs: 2000, endMs: 3000 }),
      segmentRow(4),
    ];
    expect(seqsOf(parsedAt(rows, 9000))).toEqual([0, 2, 4]);
  });

  it('ends when the last segment is listed or the wait is over', () => {
    const end = (chunkCount?: number): BroadcastEnd => ({
      atMs: 5000,
      by: 'streamer',
      ...(chunkCount && { chunkCount }),
    });
    const isEndedAt = (rows: readonly Segment[], nowMs: number, chunkCount?: number) =>
      parsedAt(rows, nowMs, { ...DIRECT, end: end(chunkCount) })?.isEnded;
    expect(isEndedAt(segmentRows(0, 1, 2, 3, 4), 5000, 5)).toBe(true);
    expect(isEndedAt(segmentRows(0, 1, 2, 3, 4), 5000, 6)).toBe(false);
    expect(isEndedAt(segmentRows(0, 1, 2, 3, 4), 30_499, 6)).toBe(false);
    expect(isEndedAt(segmentRows(0, 1, 2, 3, 4), 30_501, 6)).toBe(true);
    expect(isEndedAt(segmentRows(0, 1, 2, 3, 4), 30_501)).toBe(true);
  });

  it('stays open after the end while segments keep arriving', () => {
    const broadcast = { ...DIRECT, end: { atMs: 5000, by: 'streamer', chunkCount: 40 } as const };
    const late = upTo(40).map((seq) => segmentRow(seq, { arrivedAtMs: 5000 + seq * 500 }));
    expect(parsedAt(late, 24_000, broadcast)?.isEnded).toBe(false);
    expect(parsedAt(late, 24_500, broadcast)).toMatchObject({ isEnded: true });
    const never = [...late.slice(0, 39), segmentRow(39, { arrivedAtMs: 60_000 })];
    const ended = playlistAt(never, 55_000, broadcast);
    expect(parsePlaylist(ended ?? '').isEnded).toBe(true);
    expect(playlistAt(never, 90_000, broadcast)).toBe(ended);
  });
});

/** Somebody records for a while; what is sent is late, lost, or comes in a heap, as it happens. */
const sent = fc
  .array(
    fc.record({
      delayMs: fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: 100, max: 900 }) },
        { weight: 2, arbitrary: fc.integer({ min: 900, max: 9000 }) },
        { weight: 1, arbitrary: fc.constant(Infinity) },
      ),
      init: fc.oneof(
        { weight: 9, arbitrary: fc.constant('same') },
        { weight: 1, arbitrary: fc.constant('other') },
      ),
      lengthMs: fc.oneof({ weight: 9, arbitrary: fc.constant(1000) }, fc.integer({ min: 200, max: 1900 })),
    }),
    { minLength: 1, maxLength: 180 },
  )
  .map((segments) => {
    let [at, init] = [0, 'a'];
    return segments.flatMap(({ delayMs, init: next, lengthMs }, seq) => {
      const startMs = at;
      at += lengthMs;
      if (next === 'other') init = init === 'a' ? 'b' : 'a';
      const row = segmentRow(seq, { startMs, endMs: at, init, arrivedAtMs: at + delayMs });
      return delayMs === Infinity ? [] : [row];
    });
  });

describe('every order of arrival', () => {
  it(
    'gives each rendition playlists that may follow each other, with or without a checkpoint',
    { timeout: 60_000 + tries(30) * 2000 },
    () => {
      fc.assert(
        fc.property(sent, fc.integer({ min: 300, max: 2500 }), (rows, stepMs) => {
          const lastMs = Math.max(0, ...rows.map(({ arrivedAtMs }) => arrivedAtMs));
          const end: BroadcastEnd = { atMs: lastMs - 3000, by: 'streamer' };
          const before = new Map<Rendition, string>();
          let segmentCheckpoint: SegmentCheckpoint | undefined;
          for (let nowMs = 0; nowMs < lastMs + 40_000; nowMs += stepMs) {
            const known = { ...DIRECT, ...(nowMs >= end.atMs && { end }) };
            const broadcast = { ...known, ...(segmentCheckpoint && { segmentCheckpoint }) };
            for (const rendition of ['main', 'small', 'sound'] as const) {
              const text = playlistAt(rows, nowMs, known, rendition);
              expect(playlistAt(rows, nowMs, broadcast, rendition)).toBe(text);
              const last = before.get(rendition);
              if (text !== undefined && last !== undefined && last !== text) checkChange(last, text);
              if (text !== undefined) before.set(rendition, text);
            }
            segmentCheckpoint = nextCheckpoint(rows, nowMs, broadcast) ?? segmentCheckpoint;
          }
          for (const text of before.values()) expect(parsePlaylist(text).isEnded).toBe(true);
        }),
        { numRuns: tries(30) },
      );
    },
  );
});

function nextCheckpoint(
  rows: readonly Segment[],
  nowMs: number,
  broadcast: ListedBroadcast,
): SegmentCheckpoint | undefined {
  const { fromSeq } = broadcast.segmentCheckpoint ?? { fromSeq: 0 };
  const known = rows.filter(({ seq, arrivedAtMs }) => arrivedAtMs <= nowMs && seq >= fromSeq);
  return checkpointOf(listedSegments(known, broadcast, nowMs).segments, broadcast);
}
