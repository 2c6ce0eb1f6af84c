/**
 * The words by which channels and categories are found. Case and accents are ignored; a word is a run of letters and
 * digits of any script. Pure.
 */
import type { Channel } from '../../../shared/channels/streamers.ts';
import type { Spellings } from './spelling.ts';

/** Words of one channel; more would not fit into one transaction (see `channel.change.ts`). */
export const MAX_CHANNEL_WORDS = 40;
/** What is stored of a word and what is asked for; both are cut alike, so that a long word still finds itself. */
export const MAX_WORD_LENGTH = 24;

/**
 * The words of a text as they are compared, in its order. Upper case comes before lower case, since some letters (ß, İ) are
 * told apart in one of the two alone; NFKD sets accents apart as marks, which go.
 */
export const foldedWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    // Lower case writes the Greek sigma differently where a word ends.
    .replaceAll('ς', 'σ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** The different words of a text, in its order. */
export const wordsOf = (text: string): string[] => [
  ...new Set(foldedWords(text).map((word) => [...word].slice(0, MAX_WORD_LENGTH).join(''))),
];

/** The words of a channel: first those of its names, since those that are too many are dropped. */
export function channelWords(
  channel: Pick<Channel, 'username' | 'display_name' | 'game' | 'title'> & {
    readonly tags: readonly string[];
  },
): string[] {
  const texts = [channel.username, channel.display_name, channel.game, ...channel.tags, channel.title];
  return wordsOf(texts.join(' ')).slice(0, MAX_CHANNEL_WORDS);
}

/** The words of a query, without those that a longer one implies. */
export function queryWords(query: string): string[] {
  const words = wordsOf(query);
  return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)));
}

/** True when each word of the query, in one of its spellings, starts some word of the text. */
export const matches = (words: readonly string[], query: readonly Spellings[]): boolean =>
  query.every((spellings) => spellings.some((asked) => words.some((word) => word.startsWith(asked))));
