/** Fields that several entities share. Every message is written for the person who typed the value. */
import * as z from 'zod';
import {
  GAME_MAX_LENGTH,
  MAX_TAGS,
  PAGE_LIMIT_DEFAULT,
  PAGE_LIMIT_MAX,
  TAG_MAX_LENGTH,
  TITLE_MAX_LENGTH,
  USERNAME_MAX_LENGTH,
  USERNAME_MIN_LENGTH,
  USERNAME_PATTERN,
} from './limits.ts';

/** Text that a person typed; says which it is: missing, or not text. */
export const text = () =>
  z.string({
    // It is asked about the checks that follow too, which have words of their own.
    error: ({ code, input }) =>
      code !== 'invalid_type' ? undefined : input === undefined ? 'is required' : 'must be text',
  });

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
export const Id = z.string().regex(ULID, 'is not an id').meta({ description: 'A ULID' });

export const Timestamp = z.iso.datetime().meta({ description: 'ISO 8601, UTC' });

export const Username = text()
  .trim()
  .min(USERNAME_MIN_LENGTH, `must have at least ${USERNAME_MIN_LENGTH} characters`)
  .max(USERNAME_MAX_LENGTH, `must have at most ${USERNAME_MAX_LENGTH} characters`)
  .regex(USERNAME_PATTERN, 'may only have letters, digits and underscores');

export const Title = text()
  .trim()
  .min(1, 'is required')
  .max(TITLE_MAX_LENGTH, `must have at most ${TITLE_MAX_LENGTH} characters`);

/** §3: a channel's game is its category. */
export const Game = text()
  .trim()
  .min(1, 'is required')
  .max(GAME_MAX_LENGTH, `must have at most ${GAME_MAX_LENGTH} characters`);

const Tag = text().trim().max(TAG_MAX_LENGTH, `must have at most ${TAG_MAX_LENGTH} characters each`);

/** §5: at most five; trimmed; blank and repeated ones ignored. */
export const Tags = z
  .array(Tag, 'must be a list of texts')
  .max(100, 'are too many')
  .transform((tags) => [...new Set(tags.filter((tag) => tag !== ''))])
  .refine((tags) => tags.length <= MAX_TAGS, `must be at most ${MAX_TAGS}`);

const LIMIT_RANGE = `must be from 1 to ${PAGE_LIMIT_MAX}`;

/** The query of every paged list; `cursor` is opaque and comes from the `Link` header. */
export const PageQuery = {
  limit: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, LIMIT_RANGE)
    .max(PAGE_LIMIT_MAX, LIMIT_RANGE)
    .default(PAGE_LIMIT_DEFAULT),
  cursor: z.string().max(500).optional(),
};
