import { join } from 'node:path';

export const PLAYLIST_FILE = 'index.m3u8';

/** A copy of the playlist as a stream has left it, beside its segments; not served. */
export const finalPlaylist = (streamId: string): string => `${streamId}.m3u8`;

const SEGMENT_SECONDS = 1;
const PLAYLIST_SEGMENTS = 12;
/** Segments kept after they have left the playlist, for players that read an older one. */
const KEPT_SEGMENTS = 6;
/** How much input is looked at for a second track; matters only where the encoder sends no sound or no picture. */
const PROBE_MICROSECONDS = 1_000_000;

export interface HlsCommandOptions {
  readonly directory: string;
  readonly streamId: string;
  /** Go on in the playlist that is there, after a discontinuity. */
  readonly continues: boolean;
}

/**
 * ffmpeg's arguments to remux FLV from its standard input to HLS. MPEG-TS, as IVS does: hls.js plays it as well as
 * fMP4, and each segment stands alone.
 */
export function hlsCommand({ directory, streamId, continues }: HlsCommandOptions): string[] {
  // The packager ends the playlist: another ffmpeg may go on in it.
  const flags = ['delete_segments', 'program_date_time', 'independent_segments', 'omit_endlist'];
  // Readers never see half a file.
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
