/** The outputs that carry video or sound, in MediaConvert's words. */
import type { H264Settings, Output } from '@aws-sdk/client-mediaconvert';
import { aac, boxOf, h264 } from '../../aws/jobs/mediaconvert-outputs.ts';
import { longSidePx, type LADDER, type Rung } from './ladder.ts';
import type { PictureFacts } from '../source-facts.ts';

/** The length of a segment and of a group of pictures, in seconds. */
export const SEGMENT_S = 2;
/** A higher rate is a clock's, not a camera's; above the second limit, screens cannot show it. */
const MAX_CAMERA_FRAMES_PER_SECOND = 240;
const MAX_FRAMES_PER_SECOND = 60;

/** For an output with the picture's own shape: stretching only compensates rounding. */
export const STRETCHED = 'STRETCH_TO_OUTPUT';
/** For several inputs of different shapes: adds black borders. */
export const FRAMED = 'DEFAULT';
export type Scaling = typeof STRETCHED | typeof FRAMED;

export const rungOutput = (
  { name, size, maxBitsPerSecond }: Rung,
  { framesPerSecond }: PictureFacts,
  ScalingBehavior: Scaling,
): Output =>
  rendition(name, {
    Width: size.widthPx,
    Height: size.heightPx,
    ScalingBehavior,
    CodecSettings: { Codec: 'H_264', H264Settings: picture(maxBitsPerSecond, framesPerSecond) },
  });

/** A rendition of unknown size. */
export const boxOutput = ({ name, maxBitsPerSecond }: (typeof LADDER)[number]): Output =>
  rendition(name, {
    ...boxOf(longSidePx(name)),
    CodecSettings: { Codec: 'H_264', H264Settings: picture(maxBitsPerSecond, undefined) },
  });

const rendition = (name: number, VideoDescription: Output['VideoDescription']): Output => ({
  NameModifier: `_${name}p`,
  ContainerSettings: { Container: 'M3U8' },
  VideoDescription,
});

/** Keyframes exactly every 2 s, so that a player can change the rendition at each segment. */
const picture = (maxBitsPerSecond: number, framesPerSecond: number | undefined): H264Settings =>
  h264(maxBitsPerSecond, {
    QualityTuningLevel: 'SINGLE_PASS_HQ',
    CodecProfile: 'HIGH',
    GopSize: SEGMENT_S,
    GopSizeUnits: 'SECONDS',
    ...frameRate(framesPerSecond),
  });

function frameRate(framesPerSecond: number | undefined): H264Settings {
  if (framesPerSecond && framesPerSecond <= MAX_FRAMES_PER_SECOND + 0.01) {
    return { FramerateControl: 'INITIALIZE_FROM_SOURCE' };
  }
  const isCameras = framesPerSecond && framesPerSecond <= MAX_CAMERA_FRAMES_PER_SECOND;
  const numerator = isCameras ? MAX_FRAMES_PER_SECOND : 30;
  return { FramerateControl: 'SPECIFIED', FramerateNumerator: numerator, FramerateDenominator: 1 };
}

/** Sound alone, in `M2TS`, which players support better than bare AAC. */
export const soundOutput = (): Output => ({
  NameModifier: '_audio',
  ContainerSettings: { Container: 'M3U8' },
  AudioDescriptions: [aac()],
  OutputSettings: {
    HlsSettings: {
      AudioTrackType: 'AUDIO_ONLY_VARIANT_STREAM',
      AudioOnlyContainer: 'M2TS',
    },
  },
});
