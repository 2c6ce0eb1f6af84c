/**
 * What ffmpeg and ffprobe may do with a file from a stranger: read that one file, as a container of media. Demuxers
 * that open further files or addresses (playlists, lists to join, image sequences, scripts) are not among the formats,
 * and even those could reach no network. Formats: those that MediaConvert's Probe knows,
 * and FLV, which jobs take.
 */
const FORMATS = [
  ['mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2', 'matroska', 'webm', 'avi', 'mpegts', 'mpeg', 'mxf', 'asf'],
  ['ogg', 'mp3', 'wav', 'flac', 'aac', 'flv'],
].flat();

/** Larger than MediaConvert takes; also what keeps a few bytes from claiming gigabytes of memory. */
export const MAX_INPUT_PIXELS = 8192 * 4320;

/** Options that stand before `-i`. */
export const GUARDED_INPUT = [
  ['-protocol_whitelist', 'file'],
  ['-format_whitelist', FORMATS.join(',')],
  ['-max_pixels', `${MAX_INPUT_PIXELS}`],
].flat();
