/** Playlists (RFC 8216) of several recordings as one: each goes on where the one before ends. Pure. */
import { linesOf, resolved, type Variant } from '../../base/hls.ts';
import { multivariantPlaylist, textOf } from '../../base/hls-playlist.ts';

/** A media playlist with the address that it has on the site. */
export interface Part {
  readonly url: string;
  readonly text: string;
}

/** What says the same of the whole as of a part; groups and average rates do not (§4.3.4.2). */
const KEPT_ATTRIBUTES = ['CODECS', 'RESOLUTION', 'FRAME-RATE'];
/** The tags that belong to the segment after them (§4.3.2). */
const SEGMENT_TAG = /^#(EXTINF:|EXT-X-(BYTERANGE|KEY|MAP|PROGRAM-DATE-TIME|DISCONTINUITY$|GAP$))/;
const DISCONTINUITY = '#EXT-X-DISCONTINUITY';
const INDEPENDENT = '#EXT-X-INDEPENDENT-SEGMENTS';

const bandwidthOf = ({ attributes }: Variant): number => Number(attributes.get('BANDWIDTH') ?? 0);

/** The one of the same name, else the one whose rate is nearest. */
export const alike = (wanted: Variant, variants: readonly Variant[]): Variant | undefined => {
  const distance = (variant: Variant) => Math.abs(bandwidthOf(variant) - bandwidthOf(wanted));
  const sorted = variants.toSorted((a, b) => distance(a) - distance(b));
  return sorted.find(({ name }) => name === wanted.name) ?? sorted[0];
};

/** A multivariant playlist; each of its renditions is made of the given ones and lies beside it as `<name>.m3u8`. */
export function joinedMaster(renditions: readonly (readonly [Variant, ...Variant[]])[]): string {
  const joined = renditions.map((variants) => {
    const bandwidth = Math.max(...variants.map(bandwidthOf));
    const kept = KEPT_ATTRIBUTES.flatMap((key) => {
      const values = new Set(variants.map(({ attributes }) => attributes.get(key)));
      // What not all of them say, or in other words, is said of none.
      const [value] = values;
      return values.size === 1 && value !== undefined ? [`${key}=${value}`] : [];
    });
    return { uri: `${variants[0].name}.m3u8`, attributes: [`BANDWIDTH=${bandwidth}`, ...kept] };
  });
  return multivariantPlaylist(joined, { version: 3 });
}

/** A media playlist of all parts, in order. Answers how long it lasts, too. */
export function joinedMedia(parts: readonly Part[]): { readonly text: string; readonly durationS: number } {
  const all = parts.map(({ text }) => linesOf(text));
  const highest = (tag: string, least: number) =>
    Math.max(
      least,
      ...all.flat().flatMap((line) => (line.startsWith(tag) ? Number(line.slice(tag.length)) : [])),
    );
  const segments = parts.flatMap((part, index) => {
    const lines = segmentLines(part);
    return index > 0 && lines[0] !== DISCONTINUITY ? [DISCONTINUITY, ...lines] : lines;
  });
  const head = [
    '#EXTM3U',
    // §7: durations with a fraction need version 3.
    `#EXT-X-VERSION:${highest('#EXT-X-VERSION:', 3)}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXT-X-TARGETDURATION:${highest('#EXT-X-TARGETDURATION:', 1)}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    ...(all.every((lines) => lines.includes(INDEPENDENT)) ? [INDEPENDENT] : []),
  ];
  const durationS = segments.reduce((sum, line) => sum + secondsOf(line), 0);
  return { text: textOf([...head, ...segments, '#EXT-X-ENDLIST']), durationS };
}

/** What a playlist says of its segments, under addresses that hold wherever it is read. */
function segmentLines({ url, text }: Part): string[] {
  const at = (uri: string) => resolved(uri, url);
  return linesOf(text).flatMap((line) => {
    if (!line.startsWith('#')) return [at(line)];
    return SEGMENT_TAG.test(line)
      ? [line.replace(/URI="([^"]+)"/, (_, uri: string) => `URI="${at(uri)}"`)]
      : [];
  });
}

const secondsOf = (line: string): number =>
  line.startsWith('#EXTINF:') ? Number.parseFloat(line.slice('#EXTINF:'.length)) : 0;
