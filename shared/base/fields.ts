/**
 * Shared fields, and the rules of contracts. zod/mini has no messages of its own: rules that people may break bring
 * ours to `check`.
 */
import { ULID } from '../plain/ulid.ts';
import * as z from 'zod/mini';
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
  IDEMPOTENCY_KEY_MAX_LENGTH,
} from '../limits.ts';
import { isSameTag } from '../plain/same-tag.ts';
import { EMPTY_FILE } from '../plain/video-file.ts';
import { hasPiledMarks, unseen, withoutEdges } from './visible-text.ts';

/** The message distinguishes missing values from other types. */
export const text = () =>
  z
    .string({
      // zod also calls this for later checks, which have their own messages.
      error: ({ code, input }) =>
        code !== 'invalid_type' ? undefined : input === undefined ? 'is required' : 'must be text',
    })
    // Half of a surrogate pair has no UTF-8 form: a store would reject or change it.
    .check(z.refine((value) => value.isWellFormed(), 'may not have half a character'));

/** Ignores surrounding spaces, and rejects so many marks on a letter that they cover other lines. */
export const trimmedText = () =>
  text().check(
    z.trim(),
    z.refine((value) => !hasPiledMarks(value), 'may not have so many marks on one letter'),
  );

/** One line without invisible content: a name, a title. */
export const visibleText = () =>
  trimmedText().check(z.overwrite(withoutEdges), (payload) => {
    const message = unseen(payload.value);
    if (message) payload.issues.push({ code: 'custom', input: payload.value, message });
  });

export const notEmpty = () => z.minLength(1, 'is required');
export const atLeast = (length: number) => z.minLength(length, `must have at least ${length} characters`);
export const atMost = (length: number) => z.maxLength(length, `must have at most ${length} characters`);

/** Query parameters are texts. */
export const wholeNumber = () => z.coerce.number('must be a number').check(z.int('must be a whole number'));

/** In bytes, of a file to be uploaded. */
export const fileSize = (max: number, tooBig: string) => {
  const words = 'must be a number of bytes';
  return z
    .int(words)
    .check(z.gte(0, { error: words, abort: true }), z.gte(1, EMPTY_FILE), z.lte(max, tooBig));
};

export const count = () => z.int().check(z.gte(0));

/** An object with a name in the OpenAPI document. */
export const entity = <S extends z.core.$ZodLooseShape>(id: string, shape: S) =>
  z.object(shape).register(z.globalRegistry, { id });

/** A copy of the schema with this description in the OpenAPI document. */
export function described<S extends z.core.$ZodType>(schema: S, description: string): S {
  const own = z.clone(schema);
  z.globalRegistry.add(own, { description });
  return own;
}

export const Id = described(z.string().check(z.regex(new RegExp(`^${ULID}$`), 'is not an id')), 'A ULID');

export const Timestamp = described(z.iso.datetime(), 'ISO 8601, UTC');

export const Username = trimmedText().check(
  atLeast(USERNAME_MIN_LENGTH),
  atMost(USERNAME_MAX_LENGTH),
  z.regex(USERNAME_PATTERN, 'may only have letters, digits and underscores'),
);

export const Title = visibleText().check(notEmpty(), atMost(TITLE_MAX_LENGTH));

/** §3: a channel's game is its category. */
export const Game = visibleText().check(notEmpty(), atMost(GAME_MAX_LENGTH));

const Tag = visibleText().check(
  z.maxLength(TAG_MAX_LENGTH, `must have at most ${TAG_MAX_LENGTH} characters each`),
);

/** §5: at most `MAX_TAGS`; trimmed; without blank ones and duplicates in any case. */
export const Tags = z
  .pipe(
    z.array(Tag, 'must be a list of texts').check(z.maxLength(100, 'are too many')),
    z.transform((tags: string[]) =>
      tags.filter((tag, at) => tag !== '' && tags.findIndex((other) => isSameTag(other, tag)) === at),
    ),
  )
  .check(z.refine((tags) => tags.length <= MAX_TAGS, `must be at most ${MAX_TAGS}`));

/** A picture from `POST /pictures/{id}/complete`, or empty for the default. */
export const PictureUrl = text().check(
  z.regex(
    new RegExp(`^(/media/pictures/${ULID}/${ULID}\\.(jpg|png|webp))?$`),
    'must be a picture that you uploaded',
  ),
);

const LIMIT_RANGE = `must be from 1 to ${PAGE_LIMIT_MAX}`;

/** For every paged list; `cursor` is opaque and comes from the `Link` header. */
export const PageQuery = {
  limit: z._default(
    wholeNumber().check(z.gte(1, LIMIT_RANGE), z.lte(PAGE_LIMIT_MAX, LIMIT_RANGE)),
    PAGE_LIMIT_DEFAULT,
  ),
  cursor: z.optional(z.string().check(z.maxLength(500))),
};

const VISIBLE_CHARACTERS = new RegExp(`^[\\x21-\\x7e]{1,${IDEMPOTENCY_KEY_MAX_LENGTH}}$`);

/** The client chooses the key; a repeated request returns the first result. */
export const IdempotencyKey = described(
  z
    .string()
    .check(z.regex(VISIBLE_CHARACTERS, `must have 1 to ${IDEMPOTENCY_KEY_MAX_LENGTH} visible characters`)),
  'Makes a repeated request write once: it answers what was written first, whatever its body',
);
