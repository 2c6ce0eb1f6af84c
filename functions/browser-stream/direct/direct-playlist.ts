/** HLS playlists (RFC 8216) of a direct broadcast. Pure. */
import type { Broadcast, Segment, SegmentCheckpoint, SegmentRendition } from '../broadcast.ts';
import { type ListedSegment, removedCount } from './segment-list.ts';

export type Rendition = 'main' | 'small' | 'sound';

/** A segment as far as it is listed; main stands in for renditions that it does not have. */
export interface ShownSegment extends Pick<ListedSegment, 'startMs' | 'endMs' | 'isBreak'> {
  /** None where it was made here, of chunks. */
  readonly arrivedAtMs?: number;
  readonly main: ShownFile;
  readonly small?: ShownFile;
  readonly sound?: ShownFile;
}

type ShownFile = Pick<SegmentRendition, 'uri' | 'initUri' | 'offsetBytes'> & { readonly sizeBytes?: number };

export interface DirectPlaylistOptions {
  readonly rendition: Rendition;
  readonly isEnded: boolean;
  readonly startedAtMs: number;
  /** Where its files are on the site, with a slash at the end. */
  readonly folder: string;
  /** When it is asked for. */
  readonly nowMs: number;
}

/** What stood in earlier playlists, in numbers. */
export type Before = Pick<SegmentCheckpoint, 'segments' | 'breaks'>;

/** The media playlist of one rendition, or nothing while there is no segment. */
export function directPlaylist(
  segments: readonly ShownSegment[],
  { targetDurationS }: Pick<Broadcast, 'targetDurationS'>,
  before: Before | undefined,
  options: DirectPlaylistOptions,
): string | undefined {
  if (segments.length === 0) return undefined;
  const removed = removedCount(segments, targetDurationS);
  const breaksRemoved = segments.slice(0, removed).filter(({ isBreak }) => isBreak).length;
  const listed = segments.slice(removed);
  const lines = [
    '#EXTM3U',
    // EXT-X-MAP wants 6 (RFC 8216 §7).
    '#EXT-X-VERSION:6',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-TARGETDURATION:${targetDurationS}`,
    `#EXT-X-MEDIA-SEQUENCE:${(before?.segments ?? 0) + removed}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${(before?.breaks ?? 0) + breaksRemoved}`,
    ...ageLine(listed.at(-1), options),
    ...listed.flatMap((segment, index) => segmentLines(segment, listed[index - 1], options)),
    ...(options.isEnded ? ['#EXT-X-ENDLIST'] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * For how long its newest segment is there, by which our player knows when to ask for the next one. To others it is a
 * comment (RFC 8216 §4.1).
 */
const ageLine = (newest: ShownSegment | undefined, { isEnded, nowMs }: DirectPlaylistOptions): string[] =>
  newest?.arrivedAtMs === undefined || isEnded
    ? []
    : [`#NEWEST-AGE:${(Math.max(0, nowMs - newest.arrivedAtMs) / 1000).toFixed(3)}`];

const fileOf = (segment: ShownSegment, rendition: Rendition): ShownFile => segment[rendition] ?? segment.main;

/** RFC 8216 §4.3.2. The date stands at each segment, so that it goes and comes with it. */
function segmentLines(
  segment: ShownSegment,
  before: ShownSegment | undefined,
  { rendition, startedAtMs, folder }: Pick<DirectPlaylistOptions, 'rendition' | 'startedAtMs' | 'folder'>,
): string[] {
  const { uri, initUri, offsetBytes, sizeBytes } = fileOf(segment, rendition);
  const isNewInit = !before || fileOf(before, rendition).initUri !== initUri;
  return [
    ...(segment.isBreak ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(isNewInit ? [`#EXT-X-MAP:URI="${folder}${initUri}"`] : []),
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(startedAtMs + segment.startMs).toISOString()}`,
    `#EXTINF:${((segment.endMs - segment.startMs) / 1000).toFixed(3)},`,
    ...(offsetBytes === undefined ? [] : [`#EXT-X-BYTERANGE:${sizeBytes}@${offsetBytes}`]),
    `${folder}${uri}`,
  ];
}

/** The same of a whole recording, which does not change. Addresses are relative to its folder. */
export function recordedPlaylist(
  segments: readonly ListedSegment[],
  { rendition, startedAtMs }: Pick<DirectPlaylistOptions, 'rendition' | 'startedAtMs'>,
): string {
  const lengths = segments.map(({ startMs, endMs }) => Math.round((endMs - startMs) / 1000));
  const options = { rendition, startedAtMs, folder: '' };
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-TARGETDURATION:${lengths.reduce((longest, length) => Math.max(longest, length), 1)}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    ...segments.flatMap((segment, index) => segmentLines(segment, segments[index - 1], options)),
    '#EXT-X-ENDLIST',
  ];
  return `${lines.join('\n')}\n`;
}

/** Where the playlist of a rendition is, from that of the broadcast. */
const liveAddress = (rendition: Rendition): string => `live/${rendition}.m3u8`;

interface VariantOptions {
  /** @default that of a live broadcast */
  readonly addressOf?: (rendition: Rendition) => string;
  /** A segment before the others, with a small rendition. */
  readonly earlier?: Segment | null;
}

/**
 * The multivariant playlist; nothing while there is nothing. A small rendition stays listed while the recorder cannot afford
 * it, as players read this once: until it is back, its playlist lists main's segments.
 */
export function multivariantPlaylist(
  latest: readonly Segment[],
  { addressOf = liveAddress, earlier = null }: VariantOptions = {},
): string | undefined {
  const last = latest.at(-1);
  if (!last) return undefined;
  const withSmall = latest.findLast(({ small }) => small) ?? earlier;
  const files = { main: last.main, small: withSmall?.small, sound: last.sound };
  const measured = earlier ? [earlier, ...latest] : latest;
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(['main', 'small', 'sound'] as const).flatMap((rendition) => {
      const file = files[rendition];
      if (!file) return [];
      const list = attributes(measured, file, rendition).join(',');
      return [`#EXT-X-STREAM-INF:${list}`, addressOf(rendition)];
    }),
  ];
  return `${lines.join('\n')}\n`;
}

/** §4.3.4.2. */
function attributes(
  latest: readonly Segment[],
  { codecs, picture }: SegmentRendition,
  rendition: Rendition,
): string[] {
  const rates = latest.flatMap(({ startMs, endMs, [rendition]: part }) =>
    part ? [(part.sizeBytes * 8000) / (endMs - startMs)] : [],
  );
  const average = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  return [
    `BANDWIDTH=${Math.ceil(Math.max(...rates))}`,
    `AVERAGE-BANDWIDTH=${Math.ceil(average)}`,
    `CODECS="${codecs}"`,
    ...(picture
      ? [`RESOLUTION=${picture.width}x${picture.height}`, `FRAME-RATE=${picture.framesPerSecond.toFixed(3)}`]
      : []),
  ];
}
