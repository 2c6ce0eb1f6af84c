/**
 * Restricts what ffmpeg and ffprobe do with an untrusted file: they read that file only, as a media container. The formats
 * exclude demuxers that open other files or URLs (playlists, concat lists, image sequences, scripts), and the protocols
 * exclude the network. Formats: those of MediaConvert's Probe, and FLV, which jobs accept.
 */
const FORMATS = [
  ['mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2', 'matroska', 'webm', 'avi', 'mpegts', 'mpeg', 'mxf', 'asf'],
  ['ogg', 'mp3', 'wav', 'flac', 'aac', 'flv'],
].flat();

/** Above MediaConvert's maximum. Prevents small files from allocating gigabytes of memory. */
export const MAX_INPUT_PIXELS = 8192 * 4320;

/** Options before `-i`. */
export const GUARDED_INPUT = [
  ['-protocol_whitelist', 'file'],
  ['-format_whitelist', FORMATS.join(',')],
  ['-max_pixels', `${MAX_INPUT_PIXELS}`],
].flat();
