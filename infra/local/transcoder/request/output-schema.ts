/**
 * The settings of an output that the product's jobs use, with the names and limits of MediaConvert's API reference. Others
 * are refused, because this stand-in would ignore them.
 */
import * as z from 'zod';

const positive = z.int().min(1);
const side = z.int().min(32).max(8192);

const h264Settings = z.strictObject({
  rateControlMode: z.literal('QVBR'),
  qvbrSettings: z.strictObject({ qvbrQualityLevel: z.int().min(1).max(10) }),
  maxBitrate: z.int().min(1000).max(1_152_000_000),
  qualityTuningLevel: z.enum(['SINGLE_PASS', 'SINGLE_PASS_HQ']),
  codecProfile: z.enum(['MAIN', 'HIGH']),
  codecLevel: z.literal('AUTO'),
  interlaceMode: z.literal('PROGRESSIVE'),
  gopSize: z.number().positive(),
  gopSizeUnits: z.enum(['FRAMES', 'SECONDS']),
  gopClosedCadence: z.literal(1),
  minIInterval: z.literal(0),
  sceneChangeDetect: z.literal('DISABLED'),
  numberBFramesBetweenReferenceFrames: z.int().min(0).max(7).optional(),
  framerateControl: z.enum(['INITIALIZE_FROM_SOURCE', 'SPECIFIED']),
  framerateNumerator: positive.optional(),
  framerateDenominator: positive.optional(),
  parControl: z.literal('SPECIFIED'),
  parNumerator: z.literal(1),
  parDenominator: z.literal(1),
});

const frameCaptureSettings = z.strictObject({
  framerateNumerator: positive,
  framerateDenominator: positive,
  maxCaptures: z.int().min(1).max(10_000_000).optional(),
  quality: z.int().min(1).max(100),
});

const videoDescription = z.strictObject({
  width: side,
  height: side,
  scalingBehavior: z.enum(['DEFAULT', 'STRETCH_TO_OUTPUT', 'FIT_NO_UPSCALE']),
  videoPreprocessors: z
    .strictObject({
      colorCorrector: z.strictObject({
        colorSpaceConversion: z.literal('FORCE_709'),
        hdrToSdrToneMapper: z.literal('PRESERVE_DETAILS'),
      }),
    })
    .optional(),
  codecSettings: z.discriminatedUnion('codec', [
    z.strictObject({ codec: z.literal('H_264'), h264Settings }),
    z.strictObject({ codec: z.literal('FRAME_CAPTURE'), frameCaptureSettings }),
  ]),
});

const audioDescription = z.strictObject({
  audioSourceName: z.string().max(2048),
  codecSettings: z.strictObject({
    codec: z.literal('AAC'),
    aacSettings: z.strictObject({
      bitrate: z.literal(128_000),
      codecProfile: z.literal('LC'),
      codingMode: z.literal('CODING_MODE_2_0'),
      rateControlMode: z.literal('CBR'),
      sampleRate: z.literal(48_000),
    }),
  }),
});

export const output = z.strictObject({
  nameModifier: z
    .string()
    .min(1)
    .max(256)
    .regex(/^[\w.-]+$/)
    .optional(),
  extension: z.string().max(256).regex(/^\w+$/).optional(),
  containerSettings: z.strictObject({
    container: z.enum(['M3U8', 'M2TS', 'RAW']),
    m2tsSettings: z.strictObject({ rateMode: z.literal('VBR'), bitrate: z.literal(0) }).optional(),
  }),
  videoDescription: videoDescription.optional(),
  audioDescriptions: z.array(audioDescription).max(1).optional(),
  outputSettings: z
    .strictObject({
      hlsSettings: z.strictObject({
        audioTrackType: z.literal('AUDIO_ONLY_VARIANT_STREAM'),
        audioOnlyContainer: z.literal('M2TS'),
      }),
    })
    .optional(),
});

export type OutputSettings = z.infer<typeof output>;
export type VideoDescription = z.infer<typeof videoDescription>;
export type H264Settings = z.infer<typeof h264Settings>;
export type FrameCaptureSettings = z.infer<typeof frameCaptureSettings>;
