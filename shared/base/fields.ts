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
import { LANGUAGE_TAG_MAX_LENGTH } from '../plain/captions/caption-limits.ts';
import { LANGUAGE_TAG } from '../plain/text/language-tags.ts';
import { isSameTag } from '../plain/text/same-tag.ts';
import { broken, type ErrorReason } from './errors.ts';
import { hasPiledMarks, invisibleTextProblem, withoutIdleMarks, withoutMarks } from './visible-text.ts';

export const text = () =>
  // Half of a surrogate pair has no UTF-8 form: a store would reject or change it.
  z.string().check(z.refine((value) => value.isWellFormed(), broken('half_character')));

/** Ignores surrounding spaces, and rejects so many marks on a letter that they cover other lines. */
export const trimmedText = () =>
  text().check(
    z.trim(),
    z.refine((value) => !hasPiledMarks(value), broken('piled_marks')),
  );

/** One line without invisible content: a name, a title. */
export const visibleText = () =>
  trimmedText().check(z.overwrite(withoutIdleMarks), (payload) => {
    const message = invisibleTextProblem(payload.value);
    if (message) payload.issues.push({ code: 'custom', input: payload.value, message });
  });

export const notEmpty = () => z.minLength(1, broken('required'));

/** Query parameters are texts. */
export const wholeNumber = () => z.coerce.number().check(z.int());

/** In bytes, of a file to be uploaded. */
export const fileSize = (max: number, tooLarge: ErrorReason) =>
  z.int().check(z.gte(0, { abort: true }), z.gte(1, broken('empty_file')), z.lte(max, broken(tooLarge)));

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

export const Id = described(
  z.string().check(z.regex(new RegExp(`^${ULID}$`), broken('not_an_id'))),
  'A ULID',
);

export const LanguageTag = described(
  z.string().check(z.maxLength(LANGUAGE_TAG_MAX_LENGTH), z.regex(LANGUAGE_TAG, broken('not_a_language'))),
  'A BCP 47 language tag of language, script, region and variants: `en`, `pt-BR`',
);

export const Timestamp = described(z.iso.datetime(), 'ISO 8601, UTC');

export const Username = trimmedText().check(
  z.minLength(USERNAME_MIN_LENGTH),
  z.maxLength(USERNAME_MAX_LENGTH),
  z.regex(USERNAME_PATTERN, broken('not_username_characters')),
);

export const Title = visibleText().check(notEmpty(), z.maxLength(TITLE_MAX_LENGTH));

/** §3: a channel's game is its category. */
export const Game = visibleText().check(z.overwrite(withoutMarks), notEmpty(), z.maxLength(GAME_MAX_LENGTH));

const Tag = visibleText().check(
  z.overwrite(withoutMarks),
  z.maxLength(TAG_MAX_LENGTH, broken('each_too_long')),
);

/** §5: at most `MAX_TAGS`; trimmed; without blank ones and duplicates in any case. */
export const Tags = z
  .pipe(
    z.array(Tag).check(z.maxLength(100)),
    z.transform((tags: string[]) =>
      tags.filter((tag, at) => tag !== '' && tags.findIndex((other) => isSameTag(other, tag)) === at),
    ),
  )
  .check(z.maxLength(MAX_TAGS));

const pictureNamed = (extensions: string): string =>
  `/media/pictures/${ULID}/${ULID}\\.(moving\\.)?(${extensions})`;

/** A picture from `POST /pictures/{id}/complete`, or empty for the default. */
export const PictureUrl = text().check(
  z.regex(new RegExp(`^(${pictureNamed('jpg|png|webp')})?$`), broken('not_own_picture')),
);

/** A picture for an emote. */
export const EmotePictureUrl = text().check(
  z.regex(new RegExp(`^${pictureNamed('png|webp|gif|avif')}$`), broken('not_own_picture')),
);

/** For every paged list; `cursor` is opaque and comes from the `Link` header. */
export const PageQuery = {
  limit: z._default(wholeNumber().check(z.gte(1), z.lte(PAGE_LIMIT_MAX)), PAGE_LIMIT_DEFAULT),
  cursor: z.optional(z.string().check(z.maxLength(500))),
};

const VISIBLE_CHARACTERS = new RegExp(`^[\\x21-\\x7e]{1,${IDEMPOTENCY_KEY_MAX_LENGTH}}$`);

/** The client chooses the key; a repeated request returns the first result. */
export const IdempotencyKey = described(
  z.string().check(z.regex(VISIBLE_CHARACTERS, broken('not_visible_ascii'))),
  'Makes a repeated request write once: it answers what was written first, whatever its body',
);
