/**
 * Pages of a broadcast's past, each a fixed range of numbers, so that a page's read does not grow with the broadcast. A
 * whole page lists the same for ever. Pure.
 */
import { mediaPlaylist } from '#functions/base/hls/hls-playlist.ts';
import type { Broadcast, Segment, WindowRow } from '../broadcast.ts';
import { mediaSegment, type PlaylistEntry, type Rendition } from '../direct/direct-playlist.ts';
import { listedSegments } from '../direct/segment-list.ts';
import { toEntry } from '../playlist/changed-way.ts';
import { publishedSegments, withBreaks } from '../window-playlist.ts';

/** About five minutes. */
export const PAGE_SEGMENTS = 300;
/** Three minutes and more. */
export const PAGE_WINDOWS = 50;
/** Segments read on both sides: those before decide about the first discontinuity, those behind which ones are late. */
const BESIDE = 10;

export interface RewindPage {
  readonly entries: readonly PlaylistEntry[];
  /** Whether nothing will be added. */
  readonly isWhole: boolean;
}

/** The rows that a page of uploaded segments needs: `limit` of them, from `fromSeq` on. */
export const segmentsToRead = (page: number) => ({
  fromSeq: Math.max(0, page * PAGE_SEGMENTS - BESIDE),
  limit: PAGE_SEGMENTS + 2 * BESIDE,
});

/** The page of uploaded segments, by the rules of the live playlist. */
export function segmentsPage(
  rows: readonly Segment[],
  { targetDurationS, end, wayChange }: Pick<Broadcast, 'targetDurationS' | 'end' | 'wayChange'>,
  page: number,
  nowMs: number,
): RewindPage {
  const [fromSeq, untilSeq] = [page * PAGE_SEGMENTS, (page + 1) * PAGE_SEGMENTS];
  // What is before the rows is not part of this page.
  const first = { fromSeq: rows[0]?.seq ?? 0 };
  const broadcast = {
    targetDurationS,
    segmentCheckpoint: first,
    ...(end && { end }),
    ...(wayChange && { wayChange }),
  };
  const { segments, isEnded } = listedSegments(rows, broadcast, nowMs);
  const own = segments.filter(({ seq }) => seq >= fromSeq && seq < untilSeq);
  const isAfterGap = fromSeq > 0 && segments[0] === own[0];
  return {
    entries: own.map((segment, index) =>
      index === 0 && isAfterGap ? { ...segment, isBreak: true } : segment,
    ),
    isWhole: isEnded || segments.some(({ seq }) => seq >= untilSeq),
  };
}

/** The rows that a page of windows needs. */
export const windowsToRead = (page: number) => ({
  fromNumber: Math.max(0, page * PAGE_WINDOWS - 1),
  limit: PAGE_WINDOWS + (page > 0 ? 1 : 0),
});

interface WindowsPage {
  /** The number of the page among those of windows. */
  readonly page: number;
  /** The zero of the windows, on the broadcast's clock. */
  readonly shiftMs: number;
  /** Uploaded segments are before the first window. */
  readonly isAfterSegments: boolean;
  /** The number of all windows, once it is known. */
  readonly windowCount: number | undefined;
}

/** The page of windows, from rows up to the first missing one. */
export function windowsPage(
  rows: readonly WindowRow[],
  { page, shiftMs, isAfterSegments, windowCount = Infinity }: WindowsPage,
): RewindPage {
  const { fromNumber } = windowsToRead(page);
  const hole = rows.findIndex(({ number }, index) => number !== fromNumber + index);
  const windows = hole < 0 ? rows : rows.slice(0, hole);
  const firstNumber = page * PAGE_WINDOWS;
  const before = publishedSegments(windows.filter(({ number }) => number < firstNumber)).length;
  const listed = withBreaks(publishedSegments(windows)).slice(before);
  const isAfterGap = page === 0 ? isAfterSegments : before === 0;
  const readTo = fromNumber + windows.length;
  return {
    entries: listed.map((segment, index) => toEntry(segment, shiftMs, index === 0 && isAfterGap)),
    isWhole:
      windows.every(({ state }) => state !== 'waiting') &&
      readTo >= Math.min(firstNumber + PAGE_WINDOWS, windowCount),
  };
}

/** The media playlist of a page; without segments it is a gap. */
export const pagePlaylist = (
  { entries, isWhole }: RewindPage,
  { targetDurationS, startedAtMs }: Pick<Broadcast, 'targetDurationS' | 'startedAtMs'>,
  options: { readonly rendition: Rendition; readonly folder: string },
): string =>
  mediaPlaylist({
    segments: entries.map((entry) => mediaSegment(entry, { ...options, startedAtMs })),
    isIndependent: true,
    targetDurationS,
    isVod: isWhole,
    isEnded: isWhole,
  });
