/** What a direct broadcast is as it was recorded. Pure. */
import type { Segment } from '../broadcast.ts';
import { multivariantPlaylist, recordedPlaylist, type Rendition } from './direct-playlist.ts';
import { isBreak, type ListedSegment } from './segment-list.ts';
import { JOIN_TOLERANCE_MS } from './segment-place.ts';

/** All that can be shown, in order: what came too late for live viewers too. */
export function recordedSegments(rows: readonly Segment[]): ListedSegment[] {
  const segments: ListedSegment[] = [];
  for (const row of rows) {
    const last = segments.at(-1);
    if (last && row.startMs < last.endMs - JOIN_TOLERANCE_MS) continue;
    segments.push({ ...row, isBreak: last !== undefined && isBreak(last, row) });
  }
  return segments;
}

export interface RecordingFile {
  readonly name: string;
  readonly playlist: string;
}

/** Of one segment at least: the playlist of its renditions, and of each its own. `name` is of the first, without its extension. */
export function recordingFiles(
  segments: readonly ListedSegment[],
  name: string,
  startedAtMs: number,
): { readonly main: RecordingFile; readonly renditions: readonly RecordingFile[] } {
  const hasSmall = segments.some(({ small }) => small);
  const renditions: readonly Rendition[] = hasSmall ? ['main', 'small', 'sound'] : ['main', 'sound'];
  const nameOf = (rendition: Rendition): string => `${name}-${rendition}.m3u8`;
  const playlist = multivariantPlaylist(segments, { addressOf: nameOf }) ?? '';
  return {
    main: { name: `${name}.m3u8`, playlist },
    renditions: renditions.map((rendition) => ({
      name: nameOf(rendition),
      playlist: recordedPlaylist(segments, { rendition, startedAtMs }),
    })),
  };
}

/** The poster shows the broadcast some time after its beginning, if there is a picture of then. */
const POSTER_FROM_S = 5;

/** Of pictures that were shown while it was live (`picture-<seconds>.jpg`). */
export function posterOf(names: readonly string[]): string | undefined {
  const pictures = names.filter((name) => /^picture-\d{6}\.jpg$/.test(name)).toSorted();
  return pictures.find((name) => Number(name.slice(8, 14)) >= POSTER_FROM_S) ?? pictures.at(-1);
}
