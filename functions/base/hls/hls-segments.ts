/** Reads the segments of an HLS media playlist (RFC 8216) that no longer changes. Pure. */
import { linesOf, resolvePath } from './hls.ts';
import type { ByteRange } from './hls-playlist.ts';

/** A file or a byte range of one, by its address on the site. */
export interface FilePart {
  readonly url: string;
  readonly range?: ByteRange;
}

export interface SourceSegment extends FilePart {
  /** In the playlist, in which gaps take no time. */
  readonly startS: number;
  readonly durationS: number;
  /** Time of recording in ms since 1970, when the playlist has dates. */
  readonly atMs?: number;
  readonly isBreak: boolean;
  readonly init?: FilePart;
}

/** `url` is the playlist's address on the site. */
export function readSegments(text: string, url: string): SourceSegment[] {
  const segments: SourceSegment[] = [];
  let next: { durationS?: number; range?: string; atMs?: number; isBreak: boolean } = { isBreak: false };
  let init: FilePart | undefined;
  let startS = 0;
  for (const line of linesOf(text)) {
    const [, tag = '', value = ''] = /^#(EXT[A-Z0-9-]*):?(.*)$/.exec(line) ?? [];
    if (tag === 'EXTINF') next.durationS = Number.parseFloat(value);
    else if (tag === 'EXT-X-BYTERANGE') next.range = value;
    else if (tag === 'EXT-X-PROGRAM-DATE-TIME') next.atMs = Date.parse(value);
    else if (tag === 'EXT-X-DISCONTINUITY') next.isBreak = true;
    else if (tag === 'EXT-X-MAP') init = initOf(value, url);
    else if (!line.startsWith('#')) {
      const { durationS = 0, range, isBreak } = next;
      const before = segments.at(-1);
      const atMs =
        next.atMs ?? (before?.atMs === undefined ? undefined : before.atMs + before.durationS * 1000);
      const part = partOf(resolvePath(line, url), range, before);
      segments.push({
        ...part,
        startS,
        durationS,
        isBreak,
        ...(atMs !== undefined && { atMs }),
        ...(init && { init }),
      });
      startS += durationS;
      next = { isBreak: false };
    }
  }
  return segments;
}

function initOf(attributes: string, url: string): FilePart {
  const [, uri = ''] = /URI="([^"]*)"/.exec(attributes) ?? [];
  const [, range] = /BYTERANGE="([^"]*)"/.exec(attributes) ?? [];
  return partOf(resolvePath(uri, url), range, undefined);
}

/** §4.3.2.2: without an offset, a range begins at the end of the previous one. */
function partOf(url: string, range: string | undefined, before: FilePart | undefined): FilePart {
  if (range === undefined) return { url };
  const [length = '', offset] = range.split('@');
  const behind =
    before?.url === url && before.range ? before.range.offsetBytes + before.range.lengthBytes : 0;
  return {
    url,
    range: { lengthBytes: Number(length), offsetBytes: offset === undefined ? behind : Number(offset) },
  };
}
