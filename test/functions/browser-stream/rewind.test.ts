import { describe, expect, it } from 'vitest';
import { liveWindowId, type Segment, type WindowRow } from '#functions/browser-stream/broadcast.ts';
import {
  PAGE_SEGMENTS,
  PAGE_WINDOWS,
  pagePlaylist,
  segmentsPage,
  segmentsToRead,
  windowsPage,
  windowsToRead,
} from '#functions/browser-stream/rewind/rewind-page.ts';
import { aBroadcast, segmentOf } from '#test/support/api/broadcast/camera-rows.ts';
import { segmentRow, segmentRows, upTo } from '#test/support/api/broadcast/segment-rows.ts';
import { parsePlaylist } from '#test/support/media/playlist-validator.ts';

const HOUR_S = 3600;
const BROADCAST = aBroadcast('C', { way: 'direct', targetDurationS: 1, startedAtMs: 0 });
const ROWS = segmentRows(...upTo(HOUR_S));

/** The page as the table's rows give it at a time. */
function page(number: number, { rows = ROWS, nowMs = HOUR_S * 1000, broadcast = BROADCAST } = {}) {
  const { fromSeq, limit } = segmentsToRead(number);
  const stored = rows.filter(({ seq, arrivedAtMs }) => seq >= fromSeq && arrivedAtMs <= nowMs);
  return segmentsPage(stored.slice(0, limit), broadcast, number, nowMs);
}

const text = (found: ReturnType<typeof page>, rendition: 'main' | 'small' | 'sound' = 'main') =>
  pagePlaylist(found, BROADCAST, { rendition, folder: '/f/' });

const seqs = (found: ReturnType<typeof page>) => found.entries.map(({ startMs }) => startMs / 1000);

const without = (...missing: readonly number[]) => ROWS.filter(({ seq }) => !missing.includes(seq));

const range = (from: number, until: number) => upTo(until - from).map((index) => from + index);

describe('a page of uploaded segments', () => {
  it('continues where the one before ends, without a discontinuity', () => {
    const pages = [0, 1, 2].map((number) => page(number));
    expect(pages.flatMap(seqs)).toEqual(upTo(3 * PAGE_SEGMENTS));
    expect(pages.every(({ isWhole }) => isWhole)).toBe(true);
    expect(pages.flatMap(({ entries }) => entries).some(({ isBreak }) => isBreak)).toBe(false);
  });

  it('is a valid playlist of each rendition, with dates and headers', () => {
    const { type, isEnded, segments } = parsePlaylist(text(page(1)));
    expect([type, isEnded, segments.length]).toEqual(['VOD', true, PAGE_SEGMENTS]);
    expect(segments[0]).toMatchObject({ initUri: '/f/init-main-a.mp4', date: '1970-01-01T00:05:00.000Z' });
    expect(parsePlaylist(text(page(1), 'sound')).segments).toHaveLength(PAGE_SEGMENTS);
  });

  it('is whole when a segment of the next page is listed, and then never changes', () => {
    const endMs = PAGE_SEGMENTS * 1000;
    expect(page(0, { nowMs: endMs })).toMatchObject({ isWhole: false, entries: { length: PAGE_SEGMENTS } });
    const whole = page(0, { nowMs: endMs + 1000 });
    expect(whole.isWhole).toBe(true);
    expect(text(page(0))).toBe(text(whole));
  });

  it('lists no late segment after it is whole', () => {
    const lateMs = (PAGE_SEGMENTS + 20) * 1000;
    const rows = ROWS.map((row) => (row.seq === 299 ? { ...row, arrivedAtMs: lateMs } : row));
    const early = page(0, { rows, nowMs: (PAGE_SEGMENTS + 2) * 1000 });
    expect([early.isWhole, early.entries.length]).toEqual([false, PAGE_SEGMENTS - 1]);
    const whole = page(0, { rows, nowMs: (PAGE_SEGMENTS + 10) * 1000 });
    expect([whole.isWhole, whole.entries.length]).toEqual([true, PAGE_SEGMENTS - 1]);
    expect(text(page(0, { rows, nowMs: lateMs + 1000 }))).toBe(text(whole));
  });

  it('passes gaps by a discontinuity, within a page and at its beginning', () => {
    const inside = page(1, { rows: without(400) });
    expect(inside.entries.filter(({ isBreak }) => isBreak)).toMatchObject([{ startMs: 401_000 }]);
    const before = page(1, { rows: without(...range(280, 300)) });
    expect(before.entries.filter(({ isBreak }) => isBreak)).toMatchObject([{ startMs: 300_000 }]);
    const last = page(1, { rows: without(299) });
    expect(last.entries[0]?.isBreak).toBe(true);
  });

  it('may be a gap as a whole', () => {
    const gap = page(1, { rows: without(...range(290, 620)) });
    expect(gap).toEqual({ entries: [], isWhole: true });
    expect(text(gap)).toContain('#EXT-X-ENDLIST');
  });

  it('is whole at the end of the broadcast', () => {
    const rows = ROWS.slice(0, 350);
    const end = { atMs: 350_000, by: 'streamer', chunkCount: 350 } as const;
    expect(page(1, { rows, nowMs: 350_000 }).isWhole).toBe(false);
    expect(page(1, { rows, broadcast: { ...BROADCAST, end } })).toMatchObject({
      isWhole: true,
      entries: { length: 50 },
    });
  });

  it('ends where the broadcast went on with chunks', () => {
    const wayChange = { fromMs: 340_000, atMs: 345_000 };
    const broadcast = { ...BROADCAST, wayChange };
    const rows: Segment[] = ROWS.slice(0, 345);
    expect(page(1, { rows, broadcast, nowMs: 346_000 }).isWhole).toBe(false);
    expect(page(1, { rows, broadcast })).toMatchObject({ isWhole: true, entries: { length: 40 } });
  });

  it('reads as many rows after eight hours as after one', () => {
    expect(segmentsToRead(95).limit).toBe(segmentsToRead(1).limit);
    const rows = range(95 * PAGE_SEGMENTS - 10, 8 * HOUR_S).map((seq) => segmentRow(seq));
    const last = page(95, { rows, nowMs: 8 * HOUR_S * 1000 });
    expect([last.entries.length, last.isWhole]).toEqual([PAGE_SEGMENTS, false]);
  });
});

describe('a page of windows', () => {
  const windowRow = (number: number, change: Partial<WindowRow> = {}): WindowRow => ({
    id: liveWindowId(number),
    number,
    startMs: number * 2000,
    state: 'ready',
    segments: [segmentOf(number)],
    ...change,
  });
  const windows = upTo(2 * PAGE_WINDOWS + 10).map((number) => windowRow(number));
  const pageOf = (
    number: number,
    {
      rows = windows,
      shiftMs = 0,
      isAfterSegments = false,
      windowCount = undefined as number | undefined,
    } = {},
  ) => {
    const { fromNumber, limit } = windowsToRead(number);
    const stored = rows.filter((row) => row.number >= fromNumber).slice(0, limit);
    return windowsPage(stored, { page: number, shiftMs, isAfterSegments, windowCount });
  };

  it('continues where the one before ends', () => {
    const pages = [0, 1, 2].map((number) => pageOf(number));
    expect(pages.map(({ entries, isWhole }) => [entries.length, isWhole])).toEqual([
      [PAGE_WINDOWS, true],
      [PAGE_WINDOWS, true],
      [10, false],
    ]);
    expect(pages.flatMap(({ entries }) => entries).some(({ isBreak }) => isBreak)).toBe(false);
  });

  it('lists windows up to the first that is waited for, and passes those that failed', () => {
    const rows = windows.map((row) =>
      row.number === 60
        ? windowRow(60, { state: 'failed', segments: [] })
        : row.number === 70
          ? windowRow(70, { state: 'waiting', segments: [] })
          : row,
    );
    const { entries, isWhole } = pageOf(1, { rows });
    expect([entries.length, isWhole]).toEqual([19, false]);
    expect(entries.filter(({ isBreak }) => isBreak)).toMatchObject([{ startMs: 122_000 }]);
  });

  it('is whole at the end of the broadcast', () => {
    expect(pageOf(2, { windowCount: 2 * PAGE_WINDOWS + 10 }).isWhole).toBe(true);
  });

  it('is on the clock of the segments that were uploaded before', () => {
    const [first] = pageOf(0, { shiftMs: 90_000, isAfterSegments: true }).entries;
    expect(first).toMatchObject({ startMs: 90_000, isBreak: true });
  });
});
