/**
 * What an output may ask for: the part of MediaConvert's settings that this stand-in carries out, under the names and
 * within the bounds of its API reference. What it would have to ignore is refused.
 */
import * as z from 'zod';

const positive = z.int().min(1);
const side = z.int().min(32).max(8192);

export const h264Settings = z.strictObject({
  rateControlMode: z.enum(['QVBR', 'VBR', 'CBR']),
  qvbrSettings: z
    .strictObject({
      qvbrQualityLevel: z.int().min(1).max(10).optional(),
      qvbrQualityLevelFineTune: z.number().min(0).max(1).optional(),
    })
    .optional(),
  bitrate: z.int().min(1000).max(1_152_000_000).optional(),
  maxBitrate: z.int().min(1000).max(1_152_000_000).optional(),
  hrdBufferSize: z.int().min(0).max(1_152_000_000).optional(),
  qualityTuningLevel: z.enum(['SINGLE_PASS', 'SINGLE_PASS_HQ', 'MULTI_PASS_HQ']).optional(),
  codecProfile: z.enum(['BASELINE', 'MAIN', 'HIGH']).optional(),
  codecLevel: z
    .string()
    .regex(/^(AUTO|LEVEL_[1-5](_[1-3])?)$/)
    .optional(),
  interlaceMode: z.literal('PROGRESSIVE').optional(),
  gopSize: z.number().positive().optional(),
  gopSizeUnits: z.enum(['FRAMES', 'SECONDS', 'AUTO']).optional(),
  gopClosedCadence: z.literal(1).optional(),
  minIInterval: z.literal(0).optional(),
  sceneChangeDetect: z.literal('DISABLED').optional(),
  numberBFramesBetweenReferenceFrames: z.int().min(0).max(7).optional(),
  numberReferenceFrames: z.int().min(1).max(6).optional(),
  framerateControl: z.enum(['INITIALIZE_FROM_SOURCE', 'SPECIFIED']).optional(),
  framerateNumerator: positive.optional(),
  framerateDenominator: positive.optional(),
  framerateConversionAlgorithm: z.literal('DUPLICATE_DROP').optional(),
  parControl: z.enum(['INITIALIZE_FROM_SOURCE', 'SPECIFIED']).optional(),
  parNumerator: positive.optional(),
  parDenominator: positive.optional(),
});

export const frameCaptureSettings = z.strictObject({
  framerateNumerator: positive,
  framerateDenominator: positive,
  maxCaptures: z.int().min(1).max(10_000_000).optional(),
  quality: z.int().min(1).max(100).optional(),
});

const videoDescription = z.strictObject({
  width: side.optional(),
  height: side.optional(),
  scalingBehavior: z.enum(['DEFAULT', 'STRETCH_TO_OUTPUT', 'FIT', 'FIT_NO_UPSCALE', 'FILL']).optional(),
  videoPreprocessors: z
    .strictObject({
      colorCorrector: z.strictObject({
        colorSpaceConversion: z.literal('FORCE_709'),
        hdrToSdrToneMapper: z.literal('PRESERVE_DETAILS').optional(),
      }),
    })
    .optional(),
  codecSettings: z.discriminatedUnion('codec', [
    z.strictObject({ codec: z.literal('H_264'), h264Settings }),
    z.strictObject({ codec: z.literal('FRAME_CAPTURE'), frameCaptureSettings }),
  ]),
});

const AAC_BITS_PER_SECOND = new Set([
  64_000, 80_000, 96_000, 112_000, 128_000, 160_000, 192_000, 224_000, 256_000,
]);
const SAMPLE_RATES = new Set([32_000, 44_100, 48_000]);

const audioDescription = z.strictObject({
  audioSourceName: z.string().max(2048).optional(),
  codecSettings: z.strictObject({
    codec: z.literal('AAC'),
    aacSettings: z.strictObject({
      bitrate: z.int().refine((value) => AAC_BITS_PER_SECOND.has(value), 'no bitrate of AAC here'),
      codecProfile: z.literal('LC').optional(),
      codingMode: z.enum(['CODING_MODE_1_0', 'CODING_MODE_2_0']),
      rateControlMode: z.literal('CBR').optional(),
      sampleRate: z.int().refine((value) => SAMPLE_RATES.has(value), 'no sample rate of AAC here'),
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
    m3u8Settings: z.strictObject({}).optional(),
    // ffmpeg pads only when it gets a rate.
    m2tsSettings: z
      .strictObject({ rateMode: z.literal('VBR').optional(), bitrate: z.literal(0).optional() })
      .optional(),
  }),
  videoDescription: videoDescription.optional(),
  audioDescriptions: z.array(audioDescription).max(1).optional(),
  outputSettings: z
    .strictObject({
      hlsSettings: z.strictObject({
        audioTrackType: z.literal('AUDIO_ONLY_VARIANT_STREAM').optional(),
        audioOnlyContainer: z.literal('M2TS').optional(),
      }),
    })
    .optional(),
});

export type OutputSettings = z.infer<typeof output>;
export type VideoDescription = z.infer<typeof videoDescription>;
export type AudioDescription = z.infer<typeof audioDescription>;
export type H264Settings = z.infer<typeof h264Settings>;
export type FrameCaptureSettings = z.infer<typeof frameCaptureSettings>;
