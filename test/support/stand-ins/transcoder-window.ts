import type { CreateJobCommandInput } from '@aws-sdk/client-mediaconvert';
import { LOCAL_QUEUES } from '#infra/local/transcoder/transcoder.ts';
import { BUCKET, ROLE } from './transcoder-stage.ts';

/** The job for a few seconds of a camera's broadcast: one MPEG-TS, at a steady 30 a second, that nothing waits before. */
export const windowJob = (inputUri: string, folder: string): CreateJobCommandInput => ({
  Role: ROLE,
  Queue: LOCAL_QUEUES.windowsQueueArn,
  Priority: 10,
  Settings: {
    Inputs: [
      { FileInput: inputUri, AudioSelectors: { 'Audio Selector 1': { DefaultSelection: 'DEFAULT' } } },
    ],
    OutputGroups: [
      {
        OutputGroupSettings: {
          Type: 'FILE_GROUP_SETTINGS',
          FileGroupSettings: { Destination: `s3://${BUCKET}/${folder}` },
        },
        Outputs: [
          {
            Extension: 'ts',
            ContainerSettings: { Container: 'M2TS' },
            VideoDescription: {
              CodecSettings: {
                Codec: 'H_264',
                H264Settings: {
                  RateControlMode: 'QVBR',
                  QvbrSettings: { QvbrQualityLevel: 7 },
                  MaxBitrate: 3_000_000,
                  QualityTuningLevel: 'SINGLE_PASS',
                  CodecProfile: 'MAIN',
                  FramerateControl: 'SPECIFIED',
                  FramerateNumerator: 30,
                  FramerateDenominator: 1,
                  GopSize: 60,
                  GopSizeUnits: 'FRAMES',
                  GopClosedCadence: 1,
                  MinIInterval: 0,
                  SceneChangeDetect: 'DISABLED',
                  NumberBFramesBetweenReferenceFrames: 0,
                },
              },
            },
            AudioDescriptions: [
              {
                AudioSourceName: 'Audio Selector 1',
                CodecSettings: {
                  Codec: 'AAC',
                  AacSettings: { Bitrate: 128_000, CodingMode: 'CODING_MODE_2_0', SampleRate: 48_000 },
                },
              },
            ],
          },
        ],
      },
    ],
  },
});
