import { createHash } from 'node:crypto';
import { multivariantPlaylist, textOf } from '#functions/base/hls/hls-playlist.ts';
import { linesOf, readVariants, resolvePath, type Variant } from '#functions/base/hls/hls.ts';
import type { RecordingFiles } from './recording-files.s3.ts';
import type { Recording } from './recording-ended-file.ts';

/** A media playlist (RFC 8216) with its address on the site. */
interface Part {
  readonly url: string;
  readonly text: string;
  /** Segments that begin before are left out. */
  readonly fromMs: number;
}

/** Attributes that hold for the whole as for a part; groups and average rates do not (§4.3.4.2). */
const KEPT_ATTRIBUTES = ['CODECS', 'RESOLUTION', 'FRAME-RATE'];
/** Tags of the segment after them (§4.3.2). */
const SEGMENT_TAG = /^#(EXTINF:|EXT-X-(BYTERANGE|KEY|MAP|PROGRAM-DATE-TIME|DISCONTINUITY$|GAP$))/;
const PROGRAM_DATE = '#EXT-X-PROGRAM-DATE-TIME:';
const DISCONTINUITY = '#EXT-X-DISCONTINUITY';
const INDEPENDENT = '#EXT-X-INDEPENDENT-SEGMENTS';

const bandwidthOf = ({ attributes }: Variant): number => Number(attributes.get('BANDWIDTH') ?? 0);

/** The variant with the same name, or the one with the nearest bit rate. */
const alike = (wanted: Variant, variants: readonly Variant[]): Variant | undefined => {
  const distance = (variant: Variant) => Math.abs(bandwidthOf(variant) - bandwidthOf(wanted));
  const sorted = variants.toSorted((a, b) => distance(a) - distance(b));
  return sorted.find(({ name }) => name === wanted.name) ?? sorted[0];
};

/** A multivariant playlist. Each rendition is `<name>.m3u8` next to it. */
function joinedMaster(renditions: readonly (readonly [Variant, ...Variant[]])[]): string {
  const joined = renditions.map((variants) => {
    const bandwidth = Math.max(...variants.map(bandwidthOf));
    const kept = KEPT_ATTRIBUTES.flatMap((key) => {
      const values = new Set(variants.map(({ attributes }) => attributes.get(key)));
      // Keeps an attribute only when all variants have the same value.
      const [value] = values;
      return values.size === 1 && value !== undefined ? [`${key}=${value}`] : [];
    });
    return { uri: `${variants[0].name}.m3u8`, attributes: [`BANDWIDTH=${bandwidth}`, ...kept] };
  });
  return multivariantPlaylist(joined, { version: 3 });
}

/** A media playlist of all parts in order, with its duration. */
function joinedMedia(parts: readonly Part[]): { readonly text: string; readonly durationS: number } {
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
    // §7: fractional durations need version 3.
    `#EXT-X-VERSION:${highest('#EXT-X-VERSION:', 3)}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXT-X-TARGETDURATION:${highest('#EXT-X-TARGETDURATION:', 1)}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    ...(all.every((lines) => lines.includes(INDEPENDENT)) ? [INDEPENDENT] : []),
  ];
  const durationS = segments.reduce((sum, line) => sum + secondsOf(line), 0);
  return { text: textOf([...head, ...segments, '#EXT-X-ENDLIST']), durationS };
}

/** A playlist's lines about segments, with absolute addresses. */
function segmentLines({ url, text, fromMs }: Part): string[] {
  const at = (uri: string) => resolvePath(uri, url);
  const isCut = fromMs > -Infinity;
  return segmentsOf(linesOf(text)).flatMap(({ tags, uri, beginsAtMs }) =>
    isCut && !(beginsAtMs >= fromMs)
      ? []
      : [...tags.map((tag) => tag.replace(/URI="([^"]+)"/, (_, of: string) => `URI="${at(of)}"`)), at(uri)],
  );
}

interface RecordedSegment {
  readonly tags: readonly string[];
  readonly uri: string;
  /** In ms since 1970; `NaN` without a program date. */
  readonly beginsAtMs: number;
}

/** The segments of a media playlist. One without a program date begins where the one before ends. */
export function segmentsOf(lines: readonly string[]): RecordedSegment[] {
  let tags: string[] = [];
  let beginsAtMs = NaN;
  return lines.flatMap((line) => {
    if (line.startsWith(PROGRAM_DATE)) beginsAtMs = Date.parse(line.slice(PROGRAM_DATE.length));
    if (line.startsWith('#')) {
      if (SEGMENT_TAG.test(line)) tags.push(line);
      return [];
    }
    const segment = { tags, uri: line, beginsAtMs };
    beginsAtMs += 1000 * tags.reduce((sum, tag) => sum + secondsOf(tag), 0);
    tags = [];
    return [segment];
  });
}

const secondsOf = (line: string): number =>
  line.startsWith('#EXTINF:') ? Number.parseFloat(line.slice('#EXTINF:'.length)) : 0;

/** The playlist of several recordings. */
export interface Playable {
  readonly playbackUrl: string;
  readonly durationS: number;
}

interface Readable {
  readonly recording: Recording;
  readonly variants: readonly Variant[];
}

/**
 * Writes playlists that play the recordings in order, in the folder of the first, without what was before their streams
 * were live. Leaves out unplayable recordings; `null` when none is left. The name identifies the joined recordings, so the
 * file never changes.
 */
export async function joinRecordings(
  files: RecordingFiles,
  recordings: readonly Recording[],
): Promise<Playable | null> {
  const inspected = await Promise.all(recordings.map((recording) => inspect(files, recording)));
  const readable = inspected.filter(({ variants }) => variants.length > 0);
  const [first, ...others] = readable;
  if (!first) return null;
  const { recording } = first;
  if (others.length === 0 && recording.cutMs === 0)
    return { playbackUrl: recording.playlistUrl, durationS: recording.durationMs / 1000 };
  const folder = `/${recording.prefix}/media/joined/${nameOf(readable)}`;
  const renditions = longest(readable).variants.map((wanted) => renditionOf(readable, wanted));
  const durationsS = await Promise.all(
    renditions.map(async ({ name, parts }) => {
      const texts = await Promise.all(
        parts.map(async (part) => ({ ...part, text: (await files.read(part.url)) ?? '' })),
      );
      const { text, durationS } = joinedMedia(texts);
      await files.write(`${folder}/${name}.m3u8`, text);
      return durationS;
    }),
  );
  await files.write(`${folder}/master.m3u8`, joinedMaster(renditions.map(({ variants }) => variants)));
  return { playbackUrl: `${folder}/master.m3u8`, durationS: Math.max(...durationsS) };
}

async function inspect(files: RecordingFiles, recording: Recording): Promise<Readable> {
  const master = recording.durationMs > 0 ? await files.read(recording.playlistUrl) : null;
  return { recording, variants: master === null ? [] : readVariants(master) };
}

const nameOf = (readable: readonly Readable[]): string =>
  createHash('sha256')
    .update(readable.map(({ recording }) => recording.id).join())
    .digest('hex')
    .slice(0, 16);

const longest = (readable: readonly Readable[]): Readable =>
  readable.reduce((best, next) => (next.recording.durationMs > best.recording.durationMs ? next : best));

/** A rendition of the whole, from the most similar one of each recording. */
function renditionOf(readable: readonly Readable[], wanted: Variant) {
  const chosen = readable.map(({ recording, variants }) => {
    const variant = alike(wanted, variants) ?? wanted;
    const fromMs = recording.cutMs > 0 ? recording.startedAtMs : -Infinity;
    return { variant, part: { url: resolvePath(variant.uri, recording.playlistUrl), fromMs } };
  });
  const variants: [Variant, ...Variant[]] = [wanted, ...chosen.map(({ variant }) => variant)];
  return { name: wanted.name, variants, parts: chosen.map(({ part }) => part) };
}
