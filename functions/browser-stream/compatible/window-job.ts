/** The MediaConvert job of one window. Pure. */
import type { Capture } from './window-transcoder.ts';
import type { CreateJobCommandInput, H264Settings, Input, Output } from '@aws-sdk/client-mediaconvert';
import {
  aac,
  boxOf,
  captureGroup,
  fileGroup,
  h264,
  soundOf,
  type Captures,
} from '../../aws/jobs/mediaconvert-outputs.ts';
import { FRAMES_PER_SECOND } from '../media/compatible/frame-ticks.ts';

export interface WindowJobInput {
  /** `s3://bucket/key` of the window's WebM. */
  readonly inputUri: string;
  /** `s3://bucket/key` of the MPEG-TS, without its `.ts`. */
  readonly outputUri: string;
  /** `s3://bucket/folder/<capture>-<window id>` of each picture that is wanted, without its `.0000000.jpg`. */
  readonly captureUris: Readonly<Partial<Record<Capture, string>>>;
  readonly hasSound: boolean;
  /** How long a segment may be. */
  readonly segmentS: number;
  readonly roleArn: string;
  readonly queueArn: string;
  /** At most 64 characters. Repeating a request with it within one minute makes no second job. */
  readonly requestToken: string;
  /** Comes back in every event of the job. */
  readonly userMetadata: Readonly<Record<string, string>>;
}

/** The highest there is: viewers wait for a window, and nobody for a video. */
const PRIORITY = 50;
/** Of 720p; 16:9, standing or lying. */
const LONG_SIDE_PX = 1280;
const MAX_BITS_PER_SECOND = 3_000_000;
/** Between keyframes, at which a long window may be cut into segments. */
const MAX_GOP_S = 2;
/** Longer than windows are: a window gives one picture. */
const ONCE: Captures = { everyS: 3600, quality: 80, most: 1 };

const captureSidesPx: Readonly<Record<Capture, number>> = { poster: LONG_SIDE_PX, picture: 160, live: 640 };

/**
 * One MPEG-TS as the trimmer wants it: 30 frames a second, closed groups of pictures without B-frames, no keyframes but
 * those that were asked for, AAC at 48 kHz. The window's size is not known: it is kept, and at most 720p.
 */
export function windowJob(input: WindowJobInput): CreateJobCommandInput {
  const captures = Object.entries(input.captureUris) as [Capture, string][];
  return {
    Role: input.roleArn,
    Queue: input.queueArn,
    Priority: PRIORITY,
    ClientRequestToken: input.requestToken,
    UserMetadata: { ...input.userMetadata },
    Settings: {
      TimecodeConfig: { Source: 'ZEROBASED' },
      Inputs: [inputOf(input)],
      OutputGroups: [
        fileGroup(input.outputUri, [mediaOutput(input)]),
        ...captures.map(([capture, uri]) => captureGroup(uri, boxOf(captureSidesPx[capture]), ONCE)),
      ],
    },
  };
}

const inputOf = ({ inputUri, hasSound }: WindowJobInput): Input => ({
  FileInput: inputUri,
  TimecodeSource: 'ZEROBASED',
  ...(hasSound && soundOf()),
});

const mediaOutput = ({ hasSound, segmentS }: WindowJobInput): Output => ({
  Extension: 'ts',
  // Else MediaConvert fills the file up to a constant rate, which the trimmer would fetch and throw away.
  ContainerSettings: { Container: 'M2TS', M2tsSettings: { RateMode: 'VBR', Bitrate: 0 } },
  VideoDescription: {
    ...boxOf(LONG_SIDE_PX),
    CodecSettings: { Codec: 'H_264', H264Settings: picture(Math.min(MAX_GOP_S, segmentS)) },
  },
  ...(hasSound && { AudioDescriptions: [aac()] }),
});

const picture = (gopS: number): H264Settings =>
  h264(MAX_BITS_PER_SECOND, {
    QualityTuningLevel: 'SINGLE_PASS',
    CodecProfile: 'MAIN',
    FramerateControl: 'SPECIFIED',
    FramerateNumerator: FRAMES_PER_SECOND,
    FramerateDenominator: 1,
    GopSize: gopS * FRAMES_PER_SECOND,
    GopSizeUnits: 'FRAMES',
    NumberBFramesBetweenReferenceFrames: 0,
  });

const CAPTURES = ['poster', 'picture', 'live'] as const satisfies readonly Capture[];
const PICTURE_EVERY_MS = 10_000;
/** Who begins to broadcast is still busy with the camera; a little later there is something to see. */
const POSTER_AT_MS = 10_000;

/**
 * Who looks at a card should not see what was more than a minute ago. In AWS a picture is shown until the next one is:
 * its window is up to 4 s long, comes and is cut in 4 s, its job takes about 20 s, the API's copy in the CDN is 2 s old
 * and the card asks each 15 s. With 10 s between pictures that makes 55 s, and a job may take 25 s.
 */
const LIVE_EVERY_MS = 10_000;

/**
 * Which pictures a window gives: one for the seek bar and one for the cards of the live channel each 10 s, and a
 * poster from the beginning and from 10 s.
 */
export function capturesOf({ number, startMs, endMs }: TimedWindow): Capture[] {
  const holds = (timeMs: number): boolean => startMs <= timeMs && timeMs < endMs;
  // The first frame seldom comes at 0.
  const isDue = (everyMs: number): boolean => number === 0 || holds(Math.ceil(startMs / everyMs) * everyMs);
  const wanted: Readonly<Record<Capture, boolean>> = {
    poster: number === 0 || holds(POSTER_AT_MS),
    picture: isDue(PICTURE_EVERY_MS),
    live: isDue(LIVE_EVERY_MS),
  };
  return CAPTURES.filter((capture) => wanted[capture]);
}

interface TimedWindow {
  readonly number: number;
  readonly startMs: number;
  readonly endMs: number;
}
