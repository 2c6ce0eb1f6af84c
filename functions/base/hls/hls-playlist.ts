/** Writes HLS playlists (RFC 8216). Pure. */

export interface ByteRange {
  readonly lengthBytes: number;
  readonly offsetBytes: number;
}

interface MediaFile {
  readonly uri: string;
  readonly range?: ByteRange | undefined;
}

export interface MediaSegment extends MediaFile {
  readonly durationS: number;
  /** Its initialization section (`EXT-X-MAP`, §4.3.2.5). */
  readonly init?: MediaFile | undefined;
  /** Follows a gap, or a change of codec parameters. */
  readonly isBreak: boolean;
  /** Recording time, in ms since 1970. */
  readonly atMs?: number | undefined;
}

interface MediaPlaylist {
  readonly segments: readonly MediaSegment[];
  /** Each segment begins with a keyframe (§4.3.5.1). @default false */
  readonly isIndependent?: boolean;
  /** @default the longest segment, at least 1 */
  readonly targetDurationS?: number;
  /** Number of the first segment. @default not written */
  readonly mediaSequence?: number;
  /** Discontinuities before the first segment. @default not written */
  readonly discontinuitySequence?: number;
  /** The playlist never changes (§4.3.3.5). @default false */
  readonly isVod?: boolean;
  /** Where players start, in seconds (§4.3.5.2). @default not written */
  readonly startS?: number;
  /** For our player only (§4.1). */
  readonly comment?: string | undefined;
  readonly isEnded: boolean;
}

export function mediaPlaylist({ segments, ...playlist }: MediaPlaylist): string {
  const { targetDurationS = longestS(segments), mediaSequence, discontinuitySequence } = playlist;
  return textOf([
    '#EXTM3U',
    // EXT-X-MAP requires version 6 (§7).
    '#EXT-X-VERSION:6',
    ...(playlist.isIndependent ? ['#EXT-X-INDEPENDENT-SEGMENTS'] : []),
    `#EXT-X-TARGETDURATION:${targetDurationS}`,
    ...(mediaSequence === undefined ? [] : [`#EXT-X-MEDIA-SEQUENCE:${mediaSequence}`]),
    ...(discontinuitySequence === undefined
      ? []
      : [`#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuitySequence}`]),
    ...(playlist.isVod ? ['#EXT-X-PLAYLIST-TYPE:VOD'] : []),
    ...(playlist.startS === undefined
      ? []
      : [`#EXT-X-START:TIME-OFFSET=${playlist.startS.toFixed(3)},PRECISE=YES`]),
    ...(playlist.comment === undefined ? [] : [`#${playlist.comment}`]),
    ...segments.flatMap((segment, index) => segmentLines(segment, segments[index - 1])),
    ...(playlist.isEnded ? ['#EXT-X-ENDLIST'] : []),
  ]);
}

const longestS = (segments: readonly MediaSegment[]): number =>
  segments.reduce((longest, { durationS }) => Math.max(longest, Math.round(durationS)), 1);

/** §4.3.2. */
function segmentLines(segment: MediaSegment, before: MediaSegment | undefined): string[] {
  const { uri, range, durationS, init, isBreak, atMs } = segment;
  const isNewInit =
    init && (init.uri !== before?.init?.uri || init.range?.offsetBytes !== before.init.range?.offsetBytes);
  return [
    ...(isBreak ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(isNewInit ? [mapLine(init)] : []),
    // On each segment, because the date is removed together with its segment.
    ...(atMs === undefined ? [] : [`#EXT-X-PROGRAM-DATE-TIME:${new Date(atMs).toISOString()}`]),
    `#EXTINF:${durationS.toFixed(3)},`,
    ...(range ? [`#EXT-X-BYTERANGE:${rangeText(range)}`] : []),
    uri,
  ];
}

const mapLine = ({ uri, range }: MediaFile): string =>
  `#EXT-X-MAP:URI="${uri}"${range ? `,BYTERANGE="${rangeText(range)}"` : ''}`;

const rangeText = ({ lengthBytes, offsetBytes }: ByteRange): string => `${lengthBytes}@${offsetBytes}`;

interface VariantStream {
  /** Of its media playlist. */
  readonly uri: string;
  /** `NAME=value`, in order (§4.3.4.2). */
  readonly attributes: readonly string[];
}

interface MultivariantOptions {
  readonly version?: number;
  readonly isIndependent?: boolean;
  /** Attributes of further renditions (§4.3.4.1). */
  readonly media?: readonly (readonly string[])[];
}

export const multivariantPlaylist = (
  variants: readonly VariantStream[],
  { version = 6, isIndependent = false, media = [] }: MultivariantOptions = {},
): string =>
  textOf([
    '#EXTM3U',
    `#EXT-X-VERSION:${version}`,
    ...(isIndependent ? ['#EXT-X-INDEPENDENT-SEGMENTS'] : []),
    ...media.map((attributes) => `#EXT-X-MEDIA:${attributes.join(',')}`),
    ...variants.flatMap(({ uri, attributes }) => [`#EXT-X-STREAM-INF:${attributes.join(',')}`, uri]),
  ]);

/** `NAME=value` for the group of captions, which a variant refers to (§4.3.4.2). */
export const CAPTIONS_ATTRIBUTE = 'SUBTITLES="captions"';

interface CaptionsRendition {
  readonly language: string;
  /** Another one than the group's other names. */
  readonly name: string;
  /** Of its media playlist. */
  readonly uri: string;
}

/** Attributes of a rendition of captions (§4.3.4.1). A player turns it on for viewers who have asked for captions. */
export const captionsRendition = ({ language, name, uri }: CaptionsRendition): string[] => [
  'TYPE=SUBTITLES',
  'GROUP-ID="captions"',
  `LANGUAGE="${language}"`,
  // Quoted strings contain no quotes and no line breaks (§4.2).
  `NAME="${name.replaceAll(/["\r\n]/g, "'")}"`,
  'DEFAULT=NO',
  'AUTOSELECT=YES',
  'CHARACTERISTICS="public.accessibility.transcribes-spoken-dialog"',
  `URI="${uri}"`,
];

export const textOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
