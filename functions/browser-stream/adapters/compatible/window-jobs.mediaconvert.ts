import type { CreateJobCommandInput, H264Settings, Output } from '@aws-sdk/client-mediaconvert';
import {
  createJob,
  findJob,
  mediaConvertClient,
  type TranscoderOptions,
} from '#functions/aws/jobs/mediaconvert.ts';
import {
  aac,
  boxOf,
  captureGroup,
  fileGroup,
  h264,
  soundOf,
  type Captures,
} from '#functions/aws/jobs/mediaconvert-outputs.ts';
import { FRAMES_PER_SECOND } from '../../media/compatible/frame-ticks.ts';
import { attemptKey, captureKey } from './keys.ts';
import {
  type Capture,
  metadataOf,
  reportOf,
  type WindowJobRequest,
  type WindowTranscoder,
} from './window-transcoder.ts';

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

export const windowTranscoder = (
  options: TranscoderOptions,
  client = mediaConvertClient(),
): WindowTranscoder => ({
  start: (request) => createJob(client, windowJob(request, options)),
  find: async (jobId) => {
    const job = await findJob(client, jobId);
    return (job && reportOf(job)) ?? null;
  },
});

/** One MPEG-TS as the trimmer expects it: closed groups of pictures without B-frames, AAC at 48 kHz, up to 720p. */
export function windowJob(
  { captures, hasSound, segmentS, ...key }: WindowJobRequest,
  { uploadsBucket, mediaBucket, roleArn, queueArn }: TranscoderOptions,
): CreateJobCommandInput {
  const uri = `s3://${uploadsBucket}/${attemptKey(key)}`;
  return {
    Role: roleArn,
    Queue: queueArn,
    Priority: PRIORITY,
    // MediaConvert makes no second job for the same token within a minute. At most 64 characters.
    ClientRequestToken: `${key.id}-${key.windowId}-${key.attempt}`,
    UserMetadata: metadataOf(key),
    Settings: {
      TimecodeConfig: { Source: 'ZEROBASED' },
      Inputs: [{ FileInput: `${uri}.webm`, TimecodeSource: 'ZEROBASED', ...(hasSound && soundOf()) }],
      OutputGroups: [
        fileGroup(uri, [mediaOutput(hasSound, segmentS)]),
        ...captures.map((capture) =>
          captureGroup(
            `s3://${mediaBucket}/${captureKey(key, capture)}`,
            boxOf(captureSidesPx[capture]),
            ONCE,
          ),
        ),
      ],
    },
  };
}

const mediaOutput = (hasSound: boolean, segmentS: number): Output => ({
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
