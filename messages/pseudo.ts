import type { Message } from './format.ts';

/** A made-up language for tests, as a tag of BCP 47. */
export const PSEUDO_LANGUAGE = 'en-XA';

const VOWELS: Readonly<Record<string, string>> = {
  a: 'åå',
  e: 'éé',
  i: 'îî',
  o: 'öö',
  u: 'ûû',
  y: 'ýý',
  A: 'ÅÅ',
  E: 'ÉÉ',
  I: 'ÎÎ',
  O: 'ÖÖ',
  U: 'ÛÛ',
  Y: 'ÝÝ',
};

/**
 * An English message with accents, about 40 % longer and in brackets: what it does to a screen shows where longer words do
 * not fit, where accents are cut, and which texts are not from the catalogue.
 */
export const pseudo = (message: Message): Message =>
  typeof message === 'string'
    ? `⟦${longer(message)}⟧`
    : ['⟦', ...(partsOf(message) as Exclude<Message, string>), '⟧'];

const longer = (text: string): string => text.replaceAll(/[aeiouy]/gi, (vowel) => VOWELS[vowel]!);

function partsOf(message: Message): Message {
  if (typeof message === 'string') return longer(message);
  return message.map((part) => {
    if (typeof part === 'string') return longer(part);
    if (part.length === 1 || part[1] === 'number') return part;
    const [name, kind, inner] = part;
    if (kind === 'tag') return [name, kind, partsOf(inner)];
    const cases = Object.entries(inner).map(([key, one]) => [key, partsOf(one)] as const);
    return [name, kind, Object.fromEntries(cases)];
  });
}
