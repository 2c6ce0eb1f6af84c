/** Search words. Ignores case and accents; a word is a run of letters and digits of any script. Pure. */
import type { Channel } from '#shared/channels/channels.ts';
import type { Spellings } from './spelling.ts';

/** Per channel; more would not fit into one transaction (see `channel-changes.repository.ts`). */
export const MAX_CHANNEL_WORDS = 40;
/** Cuts stored and queried words alike, so that a long word finds itself. */
export const MAX_WORD_LENGTH = 24;

/** Marks that people leave out when they search. In other scripts, such as Hindi or Thai, marks are vowels. */
const OPTIONAL_MARKS =
  /(?<=[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Arabic}\p{scx=Hebrew}]\p{M}*)\p{M}/gu;
/** Letters that NFKD does not decompose, as people type them without their own keyboard. */
const FOLDS: Readonly<Record<string, string>> = {
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ø: 'o',
  œ: 'oe',
  æ: 'ae',
  þ: 'th',
  ı: 'i',
  // Lower case writes the Greek sigma differently at the end of a word.
  ς: 'σ',
  // Persian and Arabic keyboards write these differently; the last only stretches a word.
  ی: 'ي',
  ى: 'ي',
  ک: 'ك',
  ـ: '',
};
const FOLDED = new RegExp(`[${Object.keys(FOLDS).join('')}]`, 'gu');
/** Letters that people also type as two letters. */
const WRITTEN_OUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
const WRITTEN = new RegExp(`[${Object.keys(WRITTEN_OUT).join('')}]`, 'gu');
/** Apostrophes within a word, and characters without width; people also type it without them. */
const SILENT =
  /(?<=[\p{L}\p{N}\p{M}])(?:['’ʼ‘`ʻʹ´＇׳״]|\p{Default_Ignorable_Code_Point}+)(?=[\p{L}\p{N}\p{M}])/gu;
/** Scripts without spaces: a search may begin at any character, or (second list) at any word of a dictionary. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u;
const BY_DICTIONARY = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * The comparable words of a text, in order. Converts to upper case and then to lower case, because some letters (ß, İ)
 * differ only in one of the two. NFKD separates accents, the optional ones are removed, and NFC joins the others.
 */
export const foldedWords = (text: string): string[] =>
  text
    .replaceAll(SILENT, '')
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(OPTIONAL_MARKS, '')
    .replaceAll(FOLDED, (letter) => FOLDS[letter]!)
    .normalize('NFC')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map((word) => word.replace(/^\p{M}+/u, ''))
    .filter((word) => word !== '');

const cut = (word: string): string => [...word].slice(0, MAX_WORD_LENGTH).join('');
const unique = (words: readonly string[]): string[] => [...new Set(words.map(cut))];

/** The distinct words of a text, in order. */
export const wordsOf = (text: string): string[] => unique(foldedWords(text));

/**
 * The index words of a text: its own, those next to a silent character, and those with letters written as two (ø as
 * oe). In scripts without spaces also the rest of each word from every position at which a search may begin.
 */
export function indexWordsOf(text: string): string[] {
  const lower = text.normalize('NFKC').toLowerCase();
  const words = foldedWords(text);
  return unique([
    ...words,
    ...foldedWords(text.replaceAll(SILENT, ' ')),
    ...foldedWords(lower.replaceAll(WRITTEN, (letter) => WRITTEN_OUT[letter]!)),
    // First from the words of a dictionary, because a long title has more than may be indexed.
    ...words.flatMap(restsByDictionary),
    ...words.filter((word) => UNSPACED.test(word)).flatMap(restsOf),
  ]);
}

/**
 * The distinct words of speech that people search for, without the shortest. In scripts without spaces those of a
 * dictionary, and names of several: runs of Han or Katakana.
 */
export const spokenWordsOf = (text: string): string[] =>
  unique(
    foldedWords(text).flatMap((word) => {
      if (!UNSPACED.test(word) && !BY_DICTIONARY.test(word))
        return word.length >= (/\d/.test(word) ? 2 : 3) ? [word] : [];
      const names = (word.match(NAME) ?? []).filter((name) => name.length <= MAX_NAME_LENGTH);
      const parts = segmentsOf(word).map(({ segment }) => segment);
      return [...parts, ...names].filter((part) => part.length >= 2 && !ONLY_HIRAGANA.test(part));
    }),
  );

const NAME = /[\p{Script=Han}\p{Script=Katakana}ー]{2,}/gu;
/** Longer runs are whole sentences of Chinese. */
const MAX_NAME_LENGTH = 8;
/** Mostly particles and endings. */
const ONLY_HIRAGANA = /^\p{Script=Hiragana}+$/u;

const segmentsOf = (word: string) => [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(word)];

function restsByDictionary(word: string): string[] {
  if (!UNSPACED.test(word) && !BY_DICTIONARY.test(word)) return [];
  return segmentsOf(word)
    .map(({ index }) => word.slice(index))
    .slice(1);
}

function restsOf(word: string): string[] {
  const characters = [...word];
  return characters.map((_, at) => characters.slice(at).join('')).slice(1);
}

/** The words of the names come first, because words above the limit are dropped. */
export function channelWords(
  channel: Pick<Channel, 'username' | 'display_name' | 'game' | 'title'> & {
    readonly tags: readonly string[];
  },
): string[] {
  const texts = [channel.username, channel.display_name, channel.game, ...channel.tags, channel.title];
  return indexWordsOf(texts.join(' ')).slice(0, MAX_CHANNEL_WORDS);
}

/** Drops words that begin another word of the query. */
export function queryWords(query: string): string[] {
  const words = wordsOf(query);
  return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)));
}

/** Whether each word of the query, in one of its spellings, begins a word of the text. */
export const matches = (words: readonly string[], query: readonly Spellings[]): boolean =>
  query.every((spellings) => spellings.some((queried) => words.some((word) => word.startsWith(queried))));
