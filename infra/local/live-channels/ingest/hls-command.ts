import { join } from 'node:path';

export const PLAYLIST_FILE = 'index.m3u8';

/** Returns the name of a copy of the playlist as the stream left it, next to its segments. It is not served. */
export const finalPlaylist = (streamId: string): string => `${streamId}.m3u8`;

const SEGMENT_SECONDS = 1;
const PLAYLIST_SEGMENTS = 12;
/** Segments that are kept after they left the playlist, for players with an older playlist. */
const KEPT_SEGMENTS = 6;
/** How much input ffmpeg searches for a second track. Only matters if the encoder sends no audio or no video. */
const PROBE_MICROSECONDS = 1_000_000;

export interface HlsCommandOptions {
  readonly directory: string;
  readonly streamId: string;
  /** Continue the existing playlist, after a discontinuity. */
  readonly continues: boolean;
}

/**
 * Returns ffmpeg's arguments to remux FLV from its stdin to HLS. MPEG-TS, as in IVS: hls.js plays it as well as fMP4,
 * and each segment is self-contained.
 */
export function hlsCommand({ directory, streamId, continues }: HlsCommandOptions): string[] {
  // The packager ends the playlist, because another ffmpeg may continue it.
  const flags = ['delete_segments', 'program_date_time', 'independent_segments', 'omit_endlist'];
  // Readers never get an incomplete file.
  flags.push('temp_file');
  if (continues) flags.push('append_list');
  return [
    ['-hide_banner', '-nostats', '-loglevel', 'warning'],
    ['-fpsprobesize', '0', '-analyzeduration', `${PROBE_MICROSECONDS}`, '-f', 'flv', '-i', 'pipe:0'],
    ['-map', '0:v:0?', '-map', '0:a:0?', '-c', 'copy', '-f', 'hls', '-hls_segment_type', 'mpegts'],
    ['-hls_time', `${SEGMENT_SECONDS}`, '-hls_list_size', `${PLAYLIST_SEGMENTS}`],
    ['-hls_delete_threshold', `${KEPT_SEGMENTS}`, '-hls_flags', flags.join('+')],
    ['-hls_segment_filename', join(directory, `${streamId}-%05d.ts`), join(directory, PLAYLIST_FILE)],
  ].flat();
}
