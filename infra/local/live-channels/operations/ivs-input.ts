import * as z from 'zod';
import { validationError } from '../state/ivs-errors.ts';

/** Members and bounds as in IVS's API reference. Unknown members are ignored, as in AWS. */
export const arnOfChannel = z.string().regex(/^arn:aws:ivs:[a-z0-9-]+:\d+:channel\/[a-zA-Z0-9-]+$/);
export const arnOfStreamKey = z.string().regex(/^arn:aws:ivs:[a-z0-9-]+:\d+:stream-key\/[a-zA-Z0-9-]+$/);
export const tags = z
  .record(z.string().min(1).max(128), z.string().max(256))
  .refine((value) => Object.keys(value).length <= 50, 'at most 50 tags');
export const channelSettings = z.object({
  name: z
    .string()
    .max(128)
    .regex(/^[a-zA-Z0-9-_]*$/)
    .optional(),
  latencyMode: z.enum(['NORMAL', 'LOW']).optional(),
  type: z.enum(['BASIC', 'STANDARD', 'ADVANCED_SD', 'ADVANCED_HD']).optional(),
  authorized: z.boolean().optional(),
  insecureIngest: z.boolean().optional(),
  recordingConfigurationArn: z
    .string()
    .regex(/^(arn:aws:ivs:[a-z0-9-]+:\d+:recording-configuration\/[a-zA-Z0-9-]+)?$/)
    .optional(),
  playbackRestrictionPolicyArn: z
    .string()
    .regex(/^(arn:aws:ivs:[a-z0-9-]+:\d+:playback-restriction-policy\/[a-zA-Z0-9-]+)?$/)
    .optional(),
});

export const paging = z.object({
  maxResults: z.int().min(1).max(100).optional(),
  nextToken: z.string().max(1024).optional(),
});

/** Throws a `ValidationException` naming the first invalid member. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.infer<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw validationError(`Invalid value at '${issue?.path.join('.')}': ${issue?.message}`);
}

interface Page<T> {
  readonly items: T[];
  /** The token, if there are more items. */
  readonly next: { readonly nextToken?: string };
}

/** Returns a page of `items`, which are ordered by `key`. Throws a `ValidationException` for an unknown token. */
export function cutPage<T>(
  items: readonly T[],
  key: (item: T) => string,
  { maxResults = 100, nextToken }: z.infer<typeof paging>,
): Page<T> {
  const after = nextToken === undefined ? '' : readToken(nextToken);
  const rest = items.filter((item) => key(item) > after);
  const page = rest.slice(0, maxResults);
  const last = page.at(-1);
  const more = last !== undefined && rest.length > page.length;
  return { items: page, next: more ? { nextToken: writeToken(key(last)) } : {} };
}

const TOKEN_PREFIX = 'after:';

const writeToken = (key: string): string => Buffer.from(TOKEN_PREFIX + key).toString('base64url');

function readToken(token: string): string {
  const text = Buffer.from(token, 'base64url').toString();
  if (!text.startsWith(TOKEN_PREFIX)) throw validationError('Invalid nextToken');
  return text.slice(TOKEN_PREFIX.length);
}
