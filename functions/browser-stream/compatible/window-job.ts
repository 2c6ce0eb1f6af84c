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

interface WindowJobInput {
  /** `s3://bucket/key` of the window's WebM. */
  readonly inputUri: string;
  /** `s3://bucket/key` of the MPEG-TS, without its `.ts`. */
  readonly outputUri: string;
  /** `s3://bucket/folder/<capture>-<window id>` of each picture that is wanted, without its `.0000000.jpg`. */
  readonly captureUris: Readonly<Partial<Record<Capture, string>>>;
  readonly hasSound: boolean;
  readonly segmentS: number;
  readonly roleArn: string;
  readonly queueArn: string;
  /** At most 64 characters. Repeating a request with it within one minute makes no second job. */
  readonly requestToken: string;
  /** Comes back in every event of the job. */
  readonly userMetadata: Readonly<Record<string, string>>;
}

/** The highest priority, because viewers wait for windows and not for videos. */
const PRIORITY = 50;
/** 720p; 16:9, portrait or landscape. */
const LONG_SIDE_PX = 1280;
const MAX_BITS_PER_SECOND = 3_000_000;
/** The maximum distance of keyframes, at which a long window may be cut into segments. */
const MAX_GOP_S = 2;
/** Longer than any window, so that each gives one picture. */
const ONCE: Captures = { everyS: 3600, quality: 80, most: 1 };

const captureSidesPx: Readonly<Record<Capture, number>> = { poster: LONG_SIDE_PX, picture: 160, live: 640 };

/**
 * One MPEG-TS as the trimmer expects it: 30 frames per second, closed groups of pictures without B-frames, no
 * additional keyframes, AAC at 48 kHz. The picture keeps its size, up to 720p.
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
  // Without this, MediaConvert pads the file to a constant rate, and the trimmer would fetch the padding.
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
/** People still adjust their camera at the start. */
const POSTER_AT_MS = 10_000;

/**
 * Pictures on cards are at most a minute old: 10 s between them, a window of 4 s, 4 s of upload and cutting, a job of
 * up to 25 s, 2 s in the CDN and 15 s until the card polls.
 */
const LIVE_EVERY_MS = 10_000;

/** Pictures of a window: every 10 s one for the seek bar and one for cards, and a poster at the start and at 10 s. */
export function capturesOf({ number, startMs, endMs }: TimedWindow): Capture[] {
  const holds = (timeMs: number): boolean => startMs <= timeMs && timeMs < endMs;
  // The first frame is rarely at 0.
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
