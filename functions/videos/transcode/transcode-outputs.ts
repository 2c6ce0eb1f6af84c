/** The outputs that carry video or sound, in MediaConvert's words. */
import type { H264Settings, Output } from '@aws-sdk/client-mediaconvert';
import { aac, boxOf, h264 } from '#functions/aws/jobs/mediaconvert-outputs.ts';
import { longSidePx, type LADDER, type Rung } from './ladder.ts';
import type { PictureFacts } from '../source-facts.ts';

/** The length of a segment and of a group of pictures, in seconds. */
export const SEGMENT_S = 2;
/** A higher rate is a clock's, not a camera's; above the second limit, screens cannot show it. */
const MAX_CAMERA_FRAMES_PER_SECOND = 240;
const MAX_FRAMES_PER_SECOND = 60;
/** MediaConvert bills twice as much for more than this, which few see in a small picture. */
const SMALL_FRAMES_PER_SECOND = 30;
const SMALL_BELOW = 720;

/** Of fewer, players start and jump badly; each picture is repeated. */
const MIN_FRAMES_PER_SECOND = 10;
const REPEATED_FRAMES_PER_SECOND = 24;

/** For an output with the picture's own shape: stretching only compensates rounding. */
export const STRETCH_TO_OUTPUT = 'STRETCH_TO_OUTPUT';
/** For pictures of different shapes: adds black borders. */
export const ADD_BORDERS = 'DEFAULT';
export type Scaling = typeof STRETCH_TO_OUTPUT | typeof ADD_BORDERS;

export const rungOutput = (
  { name, size, maxBitsPerSecond }: Rung,
  { framesPerSecond, variesRate }: PictureFacts,
  ScalingBehavior: Scaling,
): Output =>
  rendition(name, {
    Width: size.widthPx,
    Height: size.heightPx,
    ScalingBehavior,
    CodecSettings: {
      Codec: 'H_264',
      H264Settings: picture({ name, maxBitsPerSecond }, framesPerSecond, variesRate),
    },
  });

/** A rendition of unknown size. */
export const boxOutput = (rung: (typeof LADDER)[number]): Output =>
  rendition(rung.name, {
    ...boxOf(longSidePx(rung.name)),
    CodecSettings: { Codec: 'H_264', H264Settings: picture(rung, undefined) },
  });

const rendition = (name: number, VideoDescription: Output['VideoDescription']): Output => ({
  NameModifier: `_${name}p`,
  ContainerSettings: { Container: 'M3U8' },
  VideoDescription,
});

/** Keyframes exactly every 2 s, so that a player can change the rendition at each segment. */
const picture = (
  { name, maxBitsPerSecond }: Pick<Rung, 'name' | 'maxBitsPerSecond'>,
  framesPerSecond: number | undefined,
  variesRate = false,
): H264Settings =>
  h264(maxBitsPerSecond, {
    QualityTuningLevel: 'SINGLE_PASS_HQ',
    CodecProfile: 'HIGH',
    GopSize: SEGMENT_S,
    GopSizeUnits: 'SECONDS',
    ...frameRate(
      framesPerSecond,
      variesRate,
      name < SMALL_BELOW ? SMALL_FRAMES_PER_SECOND : MAX_FRAMES_PER_SECOND,
    ),
  });

function frameRate(framesPerSecond: number | undefined, varies: boolean, most: number): H264Settings {
  if (!framesPerSecond || framesPerSecond > MAX_CAMERA_FRAMES_PER_SECOND) return specified(30);
  if (framesPerSecond < MIN_FRAMES_PER_SECOND)
    return specified(framesPerSecond * Math.ceil(REPEATED_FRAMES_PER_SECOND / framesPerSecond));
  if (framesPerSecond <= most + 0.01)
    return varies ? specified(framesPerSecond) : { FramerateControl: 'INITIALIZE_FROM_SOURCE' };
  if (framesPerSecond > MAX_FRAMES_PER_SECOND + 0.01) return specified(most);
  // Every second picture: the motion stays even.
  return specified(framesPerSecond / 2);
}

/** Of 1001, both 25 and 30000/1001 are exact, and so keyframes of all renditions stay together. */
const specified = (framesPerSecond: number): H264Settings => ({
  FramerateControl: 'SPECIFIED',
  FramerateNumerator: Math.round(framesPerSecond * 1001),
  FramerateDenominator: 1001,
});

/** Sound only, in `M2TS`, which players support better than bare AAC. */
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
