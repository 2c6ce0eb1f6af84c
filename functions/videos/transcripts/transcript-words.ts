import { plainCueText } from '#shared/plain/captions/cue-text.ts';
import { readCaptions } from '#shared/plain/captions/write-captions.ts';
import { spokenWordsOf } from '#functions/word-index/words.ts';
import type { TranscriptWords } from '../table/transcript.item.ts';

/** For all languages of a video together. */
export const MAX_TRANSCRIPT_WORDS = 200;
/** More repetitions, and more letters, do not make a word more important. */
const MAX_COUNT = 5;
const MAX_LETTERS = 10;

/** Of a file, in characters: some eight hours of speech. */
const MAX_TEXT = 500_000;

/**
 * The words by which a search finds a video's captions, which are WebVTT files of ours. Prefers words that are repeated,
 * because they are the topic, and long ones, because words that occur in every video are short. Pure.
 */
export function transcriptWords(files: readonly string[]): TranscriptWords {
  const uses = new Map<string, Use>();
  for (const { startMs, text } of files.flatMap(cuesOf)) {
    const cueS = Math.floor(startMs / 1000);
    for (const word of spokenWordsOf(plainCueText(text))) {
      const { count, atS } = uses.get(word) ?? { count: 0, atS: cueS };
      uses.set(word, { count: count + 1, atS: Math.min(atS, cueS) });
    }
  }
  const chosen = [...uses].toSorted(([a, useOfA], [b, useOfB]) => weightOf(b, useOfB) - weightOf(a, useOfA));
  return Object.fromEntries(chosen.slice(0, MAX_TRANSCRIPT_WORDS).map(([word, { atS }]) => [word, atS]));
}

function cuesOf(file: string) {
  const end = file.length > MAX_TEXT ? file.lastIndexOf('\n\n', MAX_TEXT) : file.length;
  return readCaptions(file.slice(0, end));
}

interface Use {
  /** Of cues. */
  readonly count: number;
  readonly atS: number;
}

const weightOf = (word: string, { count }: Use): number =>
  Math.min(count, MAX_COUNT) * (Math.min(word.length, MAX_LETTERS) - 1);
