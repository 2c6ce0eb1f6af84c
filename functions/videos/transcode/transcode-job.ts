import type { CreateJobCommandInput, Input, Output, OutputGroup } from '@aws-sdk/client-mediaconvert';
import { aac, boxOf, captureGroup, soundOf } from '#functions/aws/jobs/mediaconvert-outputs.ts';
import { fitted, LADDER, ladderOf, longSidePx } from './ladder.ts';
import type { PictureFacts, SourceFacts } from '../source-facts.ts';
import { MAX_STORYBOARD_PICTURES } from './storyboard.ts';
import {
  boxOutput,
  ADD_BORDERS,
  rungOutput,
  type Scaling,
  SEGMENT_S,
  soundOutput,
  STRETCH_TO_OUTPUT,
} from './transcode-outputs.ts';

export interface TranscodeRequest {
  /** `s3://bucket/key`: at most 150, joined in this order. */
  readonly inputUris: readonly string[];
  /** `s3://bucket/folder/` for `video.m3u8` and its files. */
  readonly outputPrefix: string;
  /**
   * The result of `Probe`; for several inputs, what holds for all. Without it, the job suits any file and has more
   * renditions than needed.
   */
  readonly source?: SourceFacts;
  readonly roleArn: string;
  readonly queueArn?: string;
  /** -50 to 50; the highest runs first. @default 0 */
  readonly priority?: number;
  /** Idempotency token of at most 64 characters, valid for one minute. */
  readonly requestToken: string;
  /** Returned with every event of the job. */
  readonly userMetadata: Readonly<Record<string, string>>;
}

const POSTER_RUNG = 720;
const STORYBOARD_RUNG = 90;
const MIN_STORYBOARD_INTERVAL_S = 2;
/** Used when the duration of the source is unknown. */
const DEFAULT_STORYBOARD_INTERVAL_S = 10;
const DEFAULT_POSTER_AT_S = 2;
/** One at the beginning and one at each tenth. */
const POSTERS = 10;

/**
 * The MediaConvert job of an upload: an HLS ladder in H.264 and AAC with aligned 2 s segments (`video.m3u8`,
 * `video_720p.m3u8`, `video_720p_00001.ts`, …), a poster, and the seek bar's pictures (`storyboard.0000000.jpg`, …, one
 * every `storyboardIntervalS`). `choosePoster` finds the poster among the pictures of each tenth. A source without
 * picture becomes sound only, one without sound stays silent. Throws `RangeError` when it has neither.
 */
export function transcodeJob(request: TranscodeRequest): CreateJobCommandInput {
  const { source, queueArn, priority } = request;
  if (source && !source.picture && !source.hasSound) {
    throw new RangeError('source has neither picture nor sound, so there is nothing to transcode');
  }
  return {
    Role: request.roleArn,
    ClientRequestToken: request.requestToken,
    UserMetadata: { ...request.userMetadata },
    StatusUpdateInterval: 'SECONDS_10',
    ...(queueArn && { Queue: queueArn }),
    ...(priority !== undefined && { Priority: priority }),
    Settings: {
      TimecodeConfig: { Source: 'ZEROBASED' },
      Inputs: request.inputUris.map((inputUri) => inputOf(inputUri, source, request.inputUris.length > 1)),
      OutputGroups: outputGroups(request),
    },
  };
}

/** Seconds between two pictures of the storyboard, for a source of this length. */
export function storyboardIntervalS(durationS: number | undefined): number {
  if (durationS === undefined) return DEFAULT_STORYBOARD_INTERVAL_S;
  return Math.max(MIN_STORYBOARD_INTERVAL_S, Math.ceil(durationS / MAX_STORYBOARD_PICTURES));
}

function inputOf(inputUri: string, source: SourceFacts | undefined, isJoined: boolean): Input {
  const hasPicture = !source || source.picture !== undefined;
  return {
    FileInput: inputUri,
    TimecodeSource: 'ZEROBASED',
    ...(hasPicture && {
      VideoSelector: {
        Rotate: source?.picture?.turn ?? 'AUTO',
        // Keeps sound that continues after the last picture.
        ...(source?.hasSound && !isJoined && { PadVideo: 'BLACK' }),
      },
    }),
    ...(source?.hasSound !== false && soundOf(source?.soundTrack)),
  };
}

function outputGroups({ outputPrefix: prefix, inputUris, source }: TranscodeRequest): OutputGroup[] {
  if (source && !source.picture) return [hlsGroup(prefix, [soundOutput()])];
  const { picture, hasSound = true } = source ?? {};
  const scaling = inputUris.length > 1 || picture?.mayChangeSize ? ADD_BORDERS : STRETCH_TO_OUTPUT;
  const renditions = picture
    ? ladderOf(picture).map((rung) => rungOutput(rung, picture, scaling))
    : LADDER.map(boxOutput);
  if (hasSound) for (const rendition of renditions) rendition.AudioDescriptions = [aac()];
  const groups = [
    hlsGroup(prefix, renditions),
    ...pictureGroups(prefix, source?.durationS, (rung) => sizingOf(rung, picture, scaling)),
  ];
  return picture && !picture.isHdr ? groups : groups.map(inStandardRange);
}

function pictureGroups(
  prefix: string,
  durationS: number | undefined,
  sizing: (rung: number) => ReturnType<typeof sizingOf>,
): OutputGroup[] {
  const posterAtS = durationS === undefined ? DEFAULT_POSTER_AT_S : Math.max(1, Math.round(durationS / 10));
  return [
    captureGroup(`${prefix}poster`, sizing(POSTER_RUNG), {
      everyS: posterAtS,
      quality: 85,
      most: POSTERS,
    }),
    captureGroup(`${prefix}storyboard`, sizing(STORYBOARD_RUNG), {
      everyS: storyboardIntervalS(durationS),
      quality: 70,
    }),
  ];
}

/**
 * Converts HDR to BT.709, because 8 bits cannot hold HDR and most screens would show it grey. BT.709 stays as it is.
 */
const inStandardRange = (group: OutputGroup): OutputGroup => ({
  ...group,
  Outputs: (group.Outputs ?? []).map((output) => ({
    ...output,
    ...(output.VideoDescription && {
      VideoDescription: {
        ...output.VideoDescription,
        VideoPreprocessors: {
          ColorCorrector: { ColorSpaceConversion: 'FORCE_709', HdrToSdrToneMapper: 'PRESERVE_DETAILS' },
        },
      },
    }),
  })),
});

const hlsGroup = (prefix: string, outputs: Output[]): OutputGroup => ({
  Name: 'Apple HLS',
  OutputGroupSettings: {
    Type: 'HLS_GROUP_SETTINGS',
    HlsGroupSettings: {
      Destination: `${prefix}video`,
      SegmentLength: SEGMENT_S,
      MinSegmentLength: 0,
      SegmentLengthControl: 'GOP_MULTIPLE',
      SegmentControl: 'SEGMENTED_FILES',
      ManifestDurationFormat: 'FLOATING_POINT',
      CodecSpecification: 'RFC_6381',
    },
  },
  Outputs: outputs,
});

const sizingOf = (rung: number, picture: PictureFacts | undefined, ScalingBehavior: Scaling) => {
  if (!picture) return boxOf(longSidePx(rung));
  const { widthPx, heightPx } = fitted(picture, rung);
  return { Width: widthPx, Height: heightPx, ScalingBehavior };
};
