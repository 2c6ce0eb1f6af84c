/** HLS playlists (RFC 8216) of a direct broadcast. Pure. */
import {
  CAPTIONS_ATTRIBUTE,
  captionsRendition,
  mediaPlaylist,
  type MediaSegment,
  multivariantPlaylist,
} from '#functions/base/hls/hls-playlist.ts';
import type { Broadcast, Segment, SegmentCheckpoint, SegmentRendition } from '../broadcast.ts';
import { startOf } from '../window-playlist.ts';
import { type ListedSegment, removedCount } from './segment-list.ts';

export type Rendition = 'main' | 'small' | 'sound';

/** A playlist's entry for a segment. The main rendition replaces missing ones. */
export interface PlaylistEntry extends Pick<ListedSegment, 'startMs' | 'endMs' | 'isBreak'> {
  /** Missing for segments that were transcoded from chunks. */
  readonly arrivedAtMs?: number;
  readonly main: EntryFile;
  readonly small?: EntryFile;
  readonly sound?: EntryFile;
}

type EntryFile = Pick<SegmentRendition, 'uri' | 'initUri' | 'offsetBytes'> & { readonly sizeBytes?: number };

interface DirectPlaylistOptions {
  readonly rendition: Rendition | 'captions';
  readonly isEnded: boolean;
  readonly startedAtMs: number;
  readonly folder: string;
  readonly nowMs: number;
}

/** The numbers of what earlier playlists listed and this one does not. */
export type RemovedSegments = Pick<SegmentCheckpoint, 'segments' | 'breaks'>;

/** The media playlist of one rendition; `undefined` before the first segment. */
export function directPlaylist(
  segments: readonly PlaylistEntry[],
  { targetDurationS }: Pick<Broadcast, 'targetDurationS'>,
  before: RemovedSegments | undefined,
  options: DirectPlaylistOptions,
): string | undefined {
  if (segments.length === 0) return undefined;
  const { rendition } = options;
  const removed = removedCount(segments, targetDurationS);
  const listed = segments.slice(removed);
  return mediaPlaylist({
    segments: listed.map((segment) =>
      rendition === 'captions'
        ? captionsSegment(segment, options.startedAtMs)
        : mediaSegment(segment, { ...options, rendition }),
    ),
    isIndependent: true,
    targetDurationS,
    ...startOf(segments, removed, before),
    comment: newestAge(listed.at(-1), options),
    isEnded: options.isEnded,
  });
}

/** How long the newest segment has been available, by which our player decides when to poll for the next one. */
const newestAge = (newest: PlaylistEntry | undefined, { isEnded, nowMs }: DirectPlaylistOptions) =>
  newest?.arrivedAtMs === undefined || isEnded
    ? undefined
    : `NEWEST-AGE:${(Math.max(0, nowMs - newest.arrivedAtMs) / 1000).toFixed(3)}`;

/** The same segments, as files of captions (§3.5), which have no header. */
export const captionsSegment = (
  { startMs, endMs, isBreak }: PlaylistEntry,
  startedAtMs: number,
): MediaSegment => ({
  uri: `subtitles/${Math.round(startMs)}-${Math.round(endMs)}.vtt`,
  durationS: (endMs - startMs) / 1000,
  atMs: startedAtMs + startMs,
  isBreak,
});

interface SegmentOptions extends Pick<DirectPlaylistOptions, 'startedAtMs' | 'folder'> {
  readonly rendition: Rendition;
}

export function mediaSegment(
  segment: PlaylistEntry,
  { rendition, startedAtMs, folder }: SegmentOptions,
): MediaSegment {
  const { startMs, endMs, isBreak } = segment;
  const { uri, initUri, offsetBytes, sizeBytes = 0 } = segment[rendition] ?? segment.main;
  return {
    uri: `${folder}${uri}`,
    ...(offsetBytes !== undefined && { range: { lengthBytes: sizeBytes, offsetBytes } }),
    init: { uri: `${folder}${initUri}` },
    durationS: (endMs - startMs) / 1000,
    atMs: startedAtMs + startMs,
    isBreak,
  };
}

/** The playlist of a rendition of a whole recording, which does not change. Addresses are relative to its folder. */
export const recordedPlaylist = (
  segments: readonly PlaylistEntry[],
  options: Omit<SegmentOptions, 'folder'>,
): string =>
  mediaPlaylist({
    segments: segments.map((segment) => mediaSegment(segment, { ...options, folder: '' })),
    isIndependent: true,
    isVod: true,
    isEnded: true,
  });

/** The address of a rendition's playlist, relative to the broadcast's. */
const liveAddress = (rendition: Rendition): string => `live/${rendition}.m3u8`;

interface VariantOptions {
  /** @default that of a live broadcast */
  readonly addressOf?: (rendition: Rendition) => string;
  readonly earlier?: Segment | null;
  /** @default it has no captions */
  readonly captionsLanguage?: string | undefined;
}

/** Players read it once, so a small rendition that pauses stays listed. `undefined` without segments. */
export function directVariants(
  latest: readonly Segment[],
  { addressOf = liveAddress, earlier = null, captionsLanguage }: VariantOptions = {},
): string | undefined {
  const last = latest.at(-1);
  if (!last) return undefined;
  const withSmall = latest.findLast(({ small }) => small) ?? earlier;
  const files = { main: last.main, small: withSmall?.small, sound: last.sound };
  const measured = earlier ? [earlier, ...latest] : latest;
  const subtitles = captionsLanguage === undefined ? [] : [CAPTIONS_ATTRIBUTE];
  const variants = (['main', 'small', 'sound'] as const).flatMap((rendition) => {
    const file = files[rendition];
    if (!file) return [];
    const described = attributes(measured, file, rendition);
    return [{ uri: addressOf(rendition), attributes: [...described, ...subtitles] }];
  });
  const media = captionsLanguage === undefined ? [] : [liveCaptions(captionsLanguage)];
  return multivariantPlaylist(variants, { isIndependent: true, media });
}

/** Players show the tag in the viewer's language, so its name is only the tag. */
const liveCaptions = (language: string): string[] =>
  captionsRendition({ language, name: language, uri: 'live/captions.m3u8' });

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
