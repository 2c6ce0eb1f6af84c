/** The wire format of CreateJob: the settings that the product's jobs use, within AWS's limits. Others are refused. */
import * as z from 'zod';
import { output } from './output-schema.ts';
import { badRequest } from './refusals.ts';
import { parseS3Url } from './s3-places.ts';

const s3Url = z
  .string()
  .max(4096)
  .refine((value) => parseS3Url(value) !== undefined, 'should be an address like s3://bucket/key');
const destination = s3Url.refine(
  (value) => !value.includes('$') && !value.endsWith('/'),
  'should name the files, without format identifiers',
);

const rotate = z.enum(['AUTO', 'DEGREE_0', 'DEGREES_90', 'DEGREES_180', 'DEGREES_270']);
export type InputRotate = z.infer<typeof rotate>;

const input = z.strictObject({
  fileInput: s3Url,
  timecodeSource: z.literal('ZEROBASED'),
  videoSelector: z.strictObject({ rotate, padVideo: z.literal('BLACK').optional() }).optional(),
  audioSelectors: z
    .record(
      z.string(),
      z.strictObject({
        defaultSelection: z.literal('DEFAULT'),
        selectorType: z.literal('TRACK').optional(),
        tracks: z.array(z.int().min(1)).length(1).optional(),
      }),
    )
    .optional(),
});

const hlsGroupSettings = z.strictObject({
  destination,
  segmentLength: z.int().min(1).max(60),
  minSegmentLength: z.literal(0),
  segmentLengthControl: z.literal('GOP_MULTIPLE'),
  segmentControl: z.literal('SEGMENTED_FILES'),
  manifestDurationFormat: z.literal('FLOATING_POINT'),
  codecSpecification: z.literal('RFC_6381'),
});

const outputGroup = z.strictObject({
  name: z.string(),
  outputGroupSettings: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('HLS_GROUP_SETTINGS'), hlsGroupSettings }),
    z.strictObject({
      type: z.literal('FILE_GROUP_SETTINGS'),
      fileGroupSettings: z.strictObject({ destination }),
    }),
  ]),
  outputs: z.array(output).min(1),
});

/** "You can have up to 150 inputs in a job" (User Guide, "Setting up an assembly workflow job"). */
const MAX_INPUTS = 150;

const jobSettings = z.strictObject({
  inputs: z.array(input).min(1).max(MAX_INPUTS),
  outputGroups: z.array(outputGroup).min(1),
  timecodeConfig: z.strictObject({ source: z.literal('ZEROBASED') }),
});

export const createJobInput = z.strictObject({
  role: z.string().regex(/^arn:aws:iam::\d{12}:role\/\S+$/),
  settings: jobSettings,
  queue: z.string(),
  priority: z.int().min(-50).max(50).optional(),
  clientRequestToken: z.string().max(64).optional(),
  userMetadata: z.record(z.string(), z.string()).optional(),
  tags: z.record(z.string(), z.string()).optional(),
  statusUpdateInterval: z
    .string()
    .regex(/^SECONDS_\d+$/)
    .optional(),
});

export type JobSettings = z.infer<typeof jobSettings>;
export type OutputGroup = z.infer<typeof outputGroup>;
export type CreateJobInput = z.infer<typeof createJobInput>;

/** Throws `BadRequestException` with the path of the first invalid member. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, given: unknown): z.infer<Schema> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw badRequest(`/${issue?.path.join('/') ?? ''}: ${issue?.message ?? 'does not fit'}`);
}
