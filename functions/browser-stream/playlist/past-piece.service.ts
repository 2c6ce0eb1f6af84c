import { type Broadcast, broadcastFilesPrefix } from '../broadcast.ts';
import { recordedPlaylist } from '../direct/direct-playlist.ts';
import { isPast } from '../direct/segment-list.ts';
import { recordedSegments, recordingFiles } from '../direct/publish-recording.service.ts';
import type { RowsByTime, TimeRange } from '../table/rows-by-time.repository.ts';
import { publishedSegments, withBreaks } from '../window-playlist.ts';
import { toEntry } from './changed-way.ts';

interface PastPiece {
  readonly playlistUrl: string;
  /** `null` where there is no playlist at this address. */
  readonly read: (url: string) => Promise<string | null>;
}

/** Playlists of any part of a broadcast, live or ended. `fromMs` and `untilMs` are in ms since 1970. */
export async function pastPiece(
  broadcasts: RowsByTime,
  broadcast: Broadcast,
  { fromMs, untilMs }: TimeRange,
): Promise<PastPiece> {
  const { id, way, wayChange, startedAtMs } = broadcast;
  const folder = `/${broadcastFilesPrefix(broadcast)}`;
  const playlistUrl = `${folder}piece.m3u8`;
  const rangeAfter = (zeroMs: number): TimeRange => ({
    fromMs: fromMs - startedAtMs - zeroMs,
    untilMs: untilMs - startedAtMs - zeroMs,
  });
  const shiftMs = wayChange?.fromMs ?? 0;
  const ofWindows = rangeAfter(shiftMs);
  const [rows, windows] = await Promise.all([
    way === 'direct' ? broadcasts.segmentsBetween(id, rangeAfter(0)) : [],
    way !== 'direct' || (wayChange && ofWindows.untilMs > 0) ? broadcasts.windowsBetween(id, ofWindows) : [],
  ]);
  const segments = recordedSegments(rows.filter((row) => !isPast(row, wayChange)));
  const made = withBreaks(publishedSegments(windows)).map((segment, index) =>
    toEntry(segment, shiftMs, index === 0 && segments.length > 0),
  );
  const { main, renditions } =
    made.length > 0
      ? {
          main: {
            name: 'piece.m3u8',
            playlist: recordedPlaylist([...segments, ...made], { rendition: 'main', startedAtMs }),
          },
          renditions: [],
        }
      : recordingFiles(segments, 'piece', startedAtMs);
  const texts = new Map([main, ...renditions].map(({ name, playlist }) => [`${folder}${name}`, playlist]));
  return { playlistUrl, read: async (url) => texts.get(url) ?? null };
}
