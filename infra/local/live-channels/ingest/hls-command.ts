import { join } from 'node:path';

export const PLAYLIST_FILE = 'index.m3u8';

/** Returns the name of a copy of the playlist as the stream left it, next to its segments. It is not served. */
export const finalPlaylist = (streamId: string): string => `${streamId}.m3u8`;

/** Returns the file name of a segment. No other stream uses it, so caches never mix two streams. */
export const segmentFile = (streamId: string, number: number): string =>
  `${streamId}-${String(number).padStart(5, '0')}.ts`;

const SEGMENT_SECONDS = 1;
/** How much input ffmpeg searches for a second track. Only matters if the encoder sends no audio or no video. */
const PROBE_MICROSECONDS = 1_000_000;

export interface HlsCommandOptions {
  readonly directory: string;
  readonly streamId: string;
  /** The number of the first segment. */
  readonly firstNumber: number;
}

/**
 * Returns ffmpeg's arguments to remux FLV from its stdin to segments, which it lists on its stdout as they end
 * (`finishedSegments`). It writes each packet at once, so that the files can be read while they grow. MPEG-TS, as in IVS:
 * hls.js plays it as well as fMP4, and each segment is self-contained.
 */
export function hlsCommand({ directory, streamId, firstNumber }: HlsCommandOptions): string[] {
  return [
    ['-hide_banner', '-nostats', '-loglevel', 'warning'],
    ['-fpsprobesize', '0', '-analyzeduration', `${PROBE_MICROSECONDS}`, '-f', 'flv', '-i', 'pipe:0'],
    ['-map', '0:v:0?', '-map', '0:a:0?', '-c', 'copy', '-fflags', '+flush_packets', '-f', 'segment'],
    ['-segment_format', 'mpegts', '-segment_time', `${SEGMENT_SECONDS}`],
    ['-segment_start_number', `${firstNumber}`, '-segment_list', 'pipe:1', '-segment_list_type', 'csv'],
    [join(directory, `${streamId}-%05d.ts`)],
  ].flat();
}

/** Returns the segments that lines of ffmpeg's list name. It counts the first one of a run from 0. */
export const finishedSegments = (lines: string): { name: string; startS: number; endS: number }[] =>
  [...lines.matchAll(/^(.+),([\d.]+),([\d.]+)$/gm)].map(([, name = '', start, end]) => ({
    name,
    startS: Number(start),
    endS: Number(end),
  }));
