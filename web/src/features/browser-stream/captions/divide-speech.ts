/** Divides speech into captions while it is recognized, before a sentence ends. Pure. */

/** What a recognizer makes of a sentence so far. Each one replaces the one before, until the final result. */
interface Hypothesis {
  readonly text: string;
  readonly isFinal: boolean;
  readonly language: string;
  /** When it came, in ms. */
  readonly atMs: number;
}

/** A sentence so far. */
export interface Sentence {
  /** Keys of what has become captions, and of the latest hypothesis (see `readWords`). */
  readonly sent: string;
  readonly latest: string;
  /** When each word of the latest hypothesis first came. */
  readonly wordsMs: readonly number[];
}

export const NO_WORDS: Sentence = { sent: '', latest: '', wordsMs: [] };

/** `atMs`: when its first word came. */
interface SpokenCaption {
  readonly text: string;
  readonly atMs: number;
}

interface Division {
  readonly sentence: Sentence;
  readonly caption: SpokenCaption | null;
}

/** A word that stays the same waits this long for others to become a caption with it. */
const WAIT_MS = 1500;

/**
 * Makes a caption of the words that are new and the same in two consecutive hypotheses, without the latest word, which may
 * be unfinished. The final result adds the rest, or all from the first word that it changes.
 */
export function divideSpeech(sentence: Sentence, { text, isFinal, language, atMs }: Hypothesis): Division {
  const { words, key } = readWords(text, language);
  const wordsMs = words.map((_, at) => sentence.wordsMs[at] ?? atMs);
  const countIn = (other: string) => {
    const length = commonLength(key, other);
    return words.filter(({ end }) => end <= length).length;
  };
  const from = countIn(sentence.sent);
  const isContradiction = (words[from - 1]?.end ?? 0) !== sentence.sent.length;
  const stable = isContradiction ? 0 : Math.min(countIn(sentence.latest), words.length - 1);
  const until = isFinal ? words.length : stable;
  const beganMs = wordsMs[from] ?? atMs;
  const isDue = until > from && (isFinal || atMs - beganMs >= WAIT_MS);
  const sent = isDue ? key.slice(0, words[until - 1]?.end) : sentence.sent;
  const line = words.slice(from, until).map((word) => word.text);
  return {
    sentence: isFinal ? NO_WORDS : { sent, latest: key, wordsMs },
    caption: isDue ? { text: line.join('').trim(), atMs: beganMs } : null,
  };
}

/** The words of a text, and a key for comparisons, without capitals and punctuation; `end` is where a word ends in it. */
function readWords(text: string, language: string) {
  const words: { text: string; end: number }[] = [];
  let [key, before] = ['', ''];
  for (const { segment, isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    const previous = words.at(-1);
    if (isWordLike) {
      key += (/\s/.test(before) && key !== '' ? ' ' : '') + segment.toLocaleLowerCase(language);
      words.push({ text: before + segment, end: key.length });
      before = '';
    } else if (before === '' && previous && !/\s/.test(segment)) previous.text += segment;
    else before += segment;
  }
  const last = words.at(-1);
  if (last) last.text += before;
  return { words, key };
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
