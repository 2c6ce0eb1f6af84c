import type { ProbeResult, Track, VideoProperties } from '@aws-sdk/client-mediaconvert';

/** How MediaConvert is told to turn a picture upright; the words are the API's `InputRotate`. */
export type Turn = 'AUTO' | 'DEGREE_0' | 'DEGREES_90' | 'DEGREES_180' | 'DEGREES_270';

/** The picture as a viewer sees it: upright, with square pixels. */
export interface PictureFacts {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Missing where the file does not tell. */
  readonly framesPerSecond?: number;
  readonly turn: Turn;
  /** Its brightness is coded for HDR screens (PQ or HLG). */
  readonly isHdr?: boolean;
}

/** PQ (SMPTE ST 2084) and HLG (ARIB STD-B67), in the API's words. */
const HDR_TRANSFERS = new Set(['SMPTE_2084', 'ARIB_B67']);

/** What a job's settings depend on. A source with neither picture nor sound is no video. */
export interface SourceFacts {
  /** Missing where the file does not tell, as in what browsers record. */
  readonly durationS?: number;
  readonly picture?: PictureFacts;
  readonly hasSound: boolean;
}

/** MediaConvert's own `AUTO` reads the rotation of these alone. */
const TURNED_BY_ITSELF = new Set(['mp4', 'quicktime', 'three_gp', 'three_g2']);

/**
 * Reads what MediaConvert's `Probe` found out about one file. Nothing where it did not know the format, or found
 * neither picture nor sound.
 */
export function sourceFactsOf({ Container: container }: ProbeResult): SourceFacts | undefined {
  const tracks = container?.Tracks ?? [];
  const hasSound = tracks.some((track) => track.TrackType === 'audio');
  const picture = pictureOf(tracks, TURNED_BY_ITSELF.has(container?.Format ?? ''));
  // A file may say less of itself than of its tracks.
  const durationS = Math.max(container?.Duration ?? 0, ...tracks.map(({ Duration = 0 }) => Duration));
  if (!container?.Format || (!picture && !hasSound)) return undefined;
  return {
    hasSound,
    ...(picture && { picture }),
    ...(durationS > 0 && { durationS }),
  };
}

function pictureOf(tracks: readonly Track[], turnsByItself: boolean): PictureFacts | undefined {
  const video = tracks.find((track) => track.TrackType === 'video')?.VideoProperties;
  if (!video?.Width || !video.Height) return undefined;
  const shownWidthPx = Math.round(video.Width * ratio(video.SampleAspectRatio, 1));
  const framesPerSecond = ratio(video.FrameRate, 0);
  const turn = turnOf(video, turnsByItself);
  const isOnItsSide = (video.Rotation ?? 0) % 180 !== 0;
  return {
    widthPx: isOnItsSide ? video.Height : shownWidthPx,
    heightPx: isOnItsSide ? shownWidthPx : video.Height,
    turn,
    ...(HDR_TRANSFERS.has(video.TransferCharacteristics ?? '') && { isHdr: true }),
    ...(framesPerSecond > 0 && { framesPerSecond }),
  };
}

function turnOf({ Rotation: degrees }: VideoProperties, turnsByItself: boolean): Turn {
  if (turnsByItself) return 'AUTO';
  return degrees === 90 || degrees === 180 || degrees === 270 ? `DEGREES_${degrees}` : 'DEGREE_0';
}

function ratio(
  fraction: { Numerator?: number | undefined; Denominator?: number | undefined } | undefined,
  fallback: number,
): number {
  return fraction?.Numerator && fraction.Denominator ? fraction.Numerator / fraction.Denominator : fallback;
}
