/** Outputs that several kinds of jobs share, in MediaConvert's terms. */
import type {
  AudioDescription,
  H264Settings,
  Input,
  OutputGroup,
  VideoDescription,
} from '@aws-sdk/client-mediaconvert';

const AUDIO_SELECTOR = 'Audio Selector 1';

/** Stereo, 128 kbit/s. */
export const aac = (): AudioDescription => ({
  AudioSourceName: AUDIO_SELECTOR,
  CodecSettings: {
    Codec: 'AAC',
    AacSettings: {
      Bitrate: 128_000,
      CodecProfile: 'LC',
      CodingMode: 'CODING_MODE_2_0',
      RateControlMode: 'CBR',
      SampleRate: 48_000,
    },
  },
});

/** Constant quality 7 of 10: broadcast quality is 6 to 9. Keyframes only where requested. */
export const h264 = (MaxBitrate: number, settings: H264Settings): H264Settings => ({
  RateControlMode: 'QVBR',
  QvbrSettings: { QvbrQualityLevel: 7 },
  MaxBitrate,
  CodecLevel: 'AUTO',
  InterlaceMode: 'PROGRESSIVE',
  GopClosedCadence: 1,
  MinIInterval: 0,
  SceneChangeDetect: 'DISABLED',
  ParControl: 'SPECIFIED',
  ParNumerator: 1,
  ParDenominator: 1,
  ...settings,
});

/** The first audio track, or the one of this number, from 1. */
export const soundOf = (track?: number): Pick<Input, 'AudioSelectors'> => ({
  AudioSelectors: {
    [AUDIO_SELECTOR]: {
      DefaultSelection: 'DEFAULT',
      ...(track !== undefined && { SelectorType: 'TRACK', Tracks: [track] }),
    },
  },
});

type Sizing = Pick<VideoDescription, 'Width' | 'Height' | 'ScalingBehavior'>;

/** Fits a picture of either orientation into a square; never enlarges. */
export const boxOf = (sidePx: number): Sizing => ({
  Width: sidePx,
  Height: sidePx,
  ScalingBehavior: 'FIT_NO_UPSCALE',
});

export interface Captures {
  readonly everyS: number;
  /** 1 to 100. */
  readonly quality: number;
  readonly most?: number;
}

export const fileGroup = (
  Destination: string,
  Outputs: NonNullable<OutputGroup['Outputs']>,
): OutputGroup => ({
  Name: 'File Group',
  OutputGroupSettings: { Type: 'FILE_GROUP_SETTINGS', FileGroupSettings: { Destination } },
  Outputs,
});

/** Frames of a video: `<destination>.0000000.jpg` is the first frame, and so on. */
export const captureGroup = (
  destination: string,
  sizing: Sizing,
  { everyS, quality, most }: Captures,
): OutputGroup =>
  fileGroup(destination, [
    {
      Extension: 'jpg',
      ContainerSettings: { Container: 'RAW' },
      VideoDescription: {
        ...sizing,
        CodecSettings: {
          Codec: 'FRAME_CAPTURE',
          FrameCaptureSettings: {
            FramerateNumerator: 1,
            FramerateDenominator: everyS,
            Quality: quality,
            ...(most && { MaxCaptures: most }),
          },
        },
      },
    },
  ]);
