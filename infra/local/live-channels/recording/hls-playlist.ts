/** Media playlists (RFC 8216): parses live playlists and writes those of recordings. Pure. */

export interface Segment {
  /** File name, relative to the playlist. */
  readonly name: string;
  readonly seconds: number;
  /** Whether its timestamps are not continuous with the previous segment (§4.3.2.3). */
  readonly isDiscontinuous: boolean;
  /** Program date-time (§4.3.2.6) in ms since 1970; missing in recordings of earlier versions. */
  readonly atMs?: number;
}

const DATE = '#EXT-X-PROGRAM-DATE-TIME:';

/** Returns the segments of a playlist in order. An incomplete last entry is left out. */
export function readSegments(playlist: string): Segment[] {
  const segments: Segment[] = [];
  let seconds = 0;
  let isDiscontinuous = false;
  let atMs = 0;
  for (const line of playlist.split('\n').slice(0, -1)) {
    if (line === '#EXT-X-DISCONTINUITY') isDiscontinuous = true;
    else if (line.startsWith('#EXTINF:')) seconds = Number.parseFloat(line.slice('#EXTINF:'.length));
    else if (line.startsWith(DATE)) atMs = Date.parse(line.slice(DATE.length));
    else if (line !== '' && !line.startsWith('#')) {
      segments.push({ name: line, seconds, isDiscontinuous, atMs });
      isDiscontinuous = false;
    }
  }
  return segments;
}

/**
 * Returns a recording's playlist. It has an end tag even while it grows, as IVS's has
 * (docs/decisions/live-through-software.md).
 */
export function recordedPlaylist(segments: readonly Segment[], type: 'EVENT' | 'VOD'): string {
  // §4.3.3.1: no segment may be longer than this, rounded to the nearest second.
  const target = Math.max(1, ...segments.map(({ seconds }) => Math.round(seconds)));
  const lines = segments.flatMap(({ name, seconds, isDiscontinuous, atMs }, index) => [
    ...(isDiscontinuous && index > 0 ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(atMs ? [DATE + new Date(atMs).toISOString()] : []),
    `#EXTINF:${seconds.toFixed(6)},`,
    name,
  ]);
  const head = [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    `#EXT-X-PLAYLIST-TYPE:${type}`,
    `#EXT-X-TARGETDURATION:${target}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-INDEPENDENT-SEGMENTS',
  ];
  return `${[...head, ...lines, '#EXT-X-ENDLIST'].join('\n')}\n`;
}
