/** The playlists of a direct broadcast that continued with chunks. Pure. */
import type { Broadcast, WindowRow } from '../broadcast.ts';
import { breaksIn, publishedSegments, withBreaks, type ListedSegment } from '../window-playlist.ts';
import type { SegmentList } from '../direct/segment-list.ts';
import type { RemovedSegments, PlaylistEntry } from '../direct/direct-playlist.ts';

export interface PlaylistEntries {
  readonly segments: readonly PlaylistEntry[];
  readonly isEnded: boolean;
  readonly before: RemovedSegments | undefined;
}

/** Segments from chunks follow the uploaded ones, after a discontinuity and on the broadcast's clock. */
export function segmentsAfterChange(
  direct: SegmentList,
  windows: readonly WindowRow[],
  { wayChange, segmentCheckpoint, checkpoint }: Broadcast,
  isPlanned: boolean,
): PlaylistEntries {
  const shiftMs = wayChange?.fromMs ?? 0;
  const made = withBreaks(publishedSegments(windows), checkpoint?.last).map((segment, index) =>
    toEntry(segment, shiftMs, index === 0 && !checkpoint),
  );
  const isEnded = isPlanned && windows.every(({ state }) => state !== 'waiting');
  if (!checkpoint) return { segments: [...direct.segments, ...made], isEnded, before: segmentCheckpoint };
  // The checkpoint is after all uploaded segments and the discontinuity behind them.
  const breaks = breaksIn(direct.segments) + 1;
  const before = {
    segments: (segmentCheckpoint?.segments ?? 0) + direct.segments.length + checkpoint.segments,
    breaks: (segmentCheckpoint?.breaks ?? 0) + breaks + checkpoint.breaks,
  };
  return { segments: made, isEnded, before };
}

/** `isFirst`: it follows what was uploaded. */
export const toEntry = (
  { uri, initUri, startMs, endMs, isBreak }: ListedSegment,
  shiftMs: number,
  isFirst: boolean,
): PlaylistEntry => ({
  startMs: startMs + shiftMs,
  endMs: endMs + shiftMs,
  isBreak: isBreak || isFirst,
  main: { uri, initUri },
});
