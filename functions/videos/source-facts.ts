import type { ProbeResult, Track, TrackMapping, VideoProperties } from '@aws-sdk/client-mediaconvert';

/** How MediaConvert rotates a picture upright; values of the API's `InputRotate`. */
export type Rotation = 'AUTO' | 'DEGREE_0' | 'DEGREES_90' | 'DEGREES_180' | 'DEGREES_270';

/** The picture as viewers see it: upright, with square pixels. */
export interface PictureFacts {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Missing when the file does not say. */
  readonly framesPerSecond?: number;
  /** Whether the rate varies; then `framesPerSecond` is the highest. */
  readonly variesRate?: boolean;
  readonly turn: Rotation;
  /** Whether other pictures may have another size than the first; then this is the largest that is known. */
  readonly mayChangeSize?: boolean;
  /** Coded for HDR screens (PQ or HLG), or in colours that few players show. */
  readonly isHdr?: boolean;
}

/** In the API's words: PQ (SMPTE ST 2084) and HLG (ARIB STD-B67); then what has more colours than BT.709. */
const HDR_TRANSFERS = new Set<string | undefined>(['SMPTE_2084', 'ARIB_B67']);
const WIDE_PRIMARIES = new Set<string | undefined>([
  'ITU_2020',
  'ITU_470M',
  'GENERIC_FILM',
  'SMPTE_428_1',
  'SMPTE_431_2',
  'SMPTE_EG_432_1',
]);
const RARE_MATRICES = new Set<string | undefined>([
  'ITU_2020_NCL',
  'ITU_2020_CL',
  'ITU_2100ICtCp',
  'YCgCo',
  'FCC',
]);

/** Properties of a source on which a job's settings depend. A source without picture and sound is not a video. */
export interface SourceFacts {
  /** Missing when the file does not say, as with recordings of browsers. */
  readonly durationS?: number;
  readonly picture?: PictureFacts;
  readonly hasSound: boolean;
  /** The audio track to use, counted from 1; missing when there is one. */
  readonly soundTrack?: number;
}

/** MediaConvert's `AUTO` reads the rotation only in these formats. */
const TURNED_BY_ITSELF = new Set(['mp4', 'quicktime', 'three_gp', 'three_g2']);

/**
 * Reads the result of MediaConvert's `Probe` for one file. `undefined` when the format is unknown or has neither
 * picture nor sound. `soundDefaults` has the default flag of each audio track, when known.
 */
export function sourceFactsOf(
  { Container: container, TrackMappings: mappings = [] }: ProbeResult,
  soundDefaults: readonly boolean[] = [],
): SourceFacts | undefined {
  const tracks = container?.Tracks ?? [];
  const sounds = tracks.filter((track) => track.TrackType === 'audio');
  // Probe reports WMA as unknown, but jobs decode it.
  const program = programOf(mappings);
  const isDecodable = ({ Codec, Index = 0 }: Track) =>
    (container?.Format === 'asf' || Codec !== 'UNKNOWN') &&
    (program?.AudioTrackIndexes?.includes(Index) ?? true);
  const soundTrack = soundTrackOf(sounds.map(isDecodable), soundDefaults);
  const hasSound = soundTrack !== undefined;
  const videos = tracks.filter(({ Index = 0 }) => program?.VideoTrackIndexes?.includes(Index) ?? true);
  const picture = pictureOf(videos, TURNED_BY_ITSELF.has(container?.Format ?? ''));
  // The container may state a shorter duration than its tracks; see also `isLengthDoubtful`.
  const durationS = Math.max(container?.Duration ?? 0, ...tracks.map(({ Duration = 0 }) => Duration));
  if (!container?.Format || (!picture && !hasSound)) return undefined;
  return {
    hasSound,
    ...(hasSound && sounds.length > 1 && { soundTrack }),
    ...(picture && { picture }),
    ...(durationS > 0 && { durationS }),
  };
}

/** The first program with a picture, which MediaConvert takes too; `undefined` when there is one program. */
const programOf = (mappings: readonly TrackMapping[]): TrackMapping | undefined =>
  mappings.length > 1 ? mappings.find(({ VideoTrackIndexes: videos = [] }) => videos.length > 0) : undefined;

/** The first decodable audio track, preferably a default one; counted from 1. */
function soundTrackOf(areDecodable: readonly boolean[], defaults: readonly boolean[]): number | undefined {
  const isDefault = (index: number) => defaults.length !== areDecodable.length || defaults[index] === true;
  const usable = areDecodable.flatMap((is, index) => (is ? [index] : []));
  const chosen = usable.find(isDefault) ?? usable[0];
  return chosen === undefined ? undefined : chosen + 1;
}

/** Cameras store a small preview next to the main picture, often first and in MJPEG. */
function mainVideo(tracks: readonly Track[]): VideoProperties | undefined {
  const areaOf = ({ VideoProperties: { Width = 0, Height = 0 } = {} }: Track) => Width * Height;
  const isPreview = ({ Codec }: Track) => Codec === 'MJPEG';
  const [main] = tracks
    .filter(({ TrackType }) => TrackType === 'video')
    .toSorted((a, b) => Number(isPreview(a)) - Number(isPreview(b)) || areaOf(b) - areaOf(a));
  return main?.VideoProperties;
}

function pictureOf(tracks: readonly Track[], turnsByItself: boolean): PictureFacts | undefined {
  const video = mainVideo(tracks);
  if (!video?.Width || !video.Height) return undefined;
  const displayWidthPx = Math.round(video.Width * ratio(video.SampleAspectRatio, 1));
  const framesPerSecond = ratio(video.FrameRate, 0);
  const turn = turnOf(video, turnsByItself);
  const isOnItsSide = (video.Rotation ?? 0) % 180 !== 0;
  return {
    widthPx: isOnItsSide ? video.Height : displayWidthPx,
    heightPx: isOnItsSide ? displayWidthPx : video.Height,
    turn,
    ...(isHdr(video) && { isHdr: true }),
    ...(framesPerSecond > 0 && { framesPerSecond }),
  };
}

const isHdr = (video: VideoProperties): boolean =>
  HDR_TRANSFERS.has(video.TransferCharacteristics) ||
  WIDE_PRIMARIES.has(video.ColorPrimaries) ||
  RARE_MATRICES.has(video.MatrixCoefficients);

function turnOf({ Rotation: degrees }: VideoProperties, turnsByItself: boolean): Rotation {
  if (turnsByItself) return 'AUTO';
  return degrees === 90 || degrees === 180 || degrees === 270 ? `DEGREES_${degrees}` : 'DEGREE_0';
}

function ratio(
  fraction: { Numerator?: number | undefined; Denominator?: number | undefined } | undefined,
  fallback: number,
): number {
  return fraction?.Numerator && fraction.Denominator ? fraction.Numerator / fraction.Denominator : fallback;
}

/** The tolerated difference between two stated durations, as a ratio and in seconds. */
const [LENGTHS_DIFFER_SHARE, LENGTHS_DIFFER_S] = [1.1, 2];

/** Whether the file's stated durations contradict each other or are missing. */
export function isLengthDoubtful({ Container: container }: ProbeResult): boolean {
  const ofTracks = (container?.Tracks ?? []).flatMap(({ Duration }) => Duration || []);
  const lengths = [...ofTracks, ...(container?.Duration ? [container.Duration] : [])];
  if (lengths.length === 0) return true;
  const [longestS, ofFileS] = [Math.max(0, ...ofTracks), container?.Duration ?? 0];
  if (longestS === 0 || ofFileS === 0) return false;
  const [lessS, moreS] = [Math.min(longestS, ofFileS), Math.max(longestS, ofFileS)];
  return moreS > lessS * LENGTHS_DIFFER_SHARE && moreS > lessS + LENGTHS_DIFFER_S;
}
