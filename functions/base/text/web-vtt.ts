import { createHash } from 'node:crypto';

export const VTT_TYPE = 'text/vtt; charset=utf-8';

/** The name of a caption file in its video's folder. It identifies the content, so the file never changes. */
export function captionsName(language: string, vtt: string): string {
  const hash = createHash('sha256').update(vtt).digest('hex').slice(0, 16);
  return `captions/${language}-${hash}.vtt`;
}

/** WebVTT for HLS (RFC 8216 §3.5): `ticks` is the time of the media at which its times begin, in 90,000ths of a second. */
export const withTimestampMap = (vtt: string, ticks: number): string =>
  vtt.replace(/^WEBVTT\n/, `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:${ticks},LOCAL:00:00:00.000\n`);
