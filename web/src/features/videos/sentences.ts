/** Finds the sentences of captions that have a text: a cue is often only a part of one. Pure. */
import { plainCueText } from '#shared/plain/captions/cue-text.ts';
import type { Cue } from '#shared/plain/captions/write-captions.ts';

/** A sentence, or of a long one what is near to the match. */
export interface Passage {
  /** The cue in which the match begins. */
  readonly cue: Cue;
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

/** After a longer pause a new sentence begins, because captions of speech often have no full stops. */
const PAUSE_MS = 2000;
/** In characters. */
const MAX_SENTENCE = 240;
const NEAR_MATCH = 100;
/** Cuts at a space within so many characters, and elsewhere in scripts without spaces. */
const SPACE_WITHIN = 20;

/** The passages with a text, in order; one for all matches of a sentence. Ignores case, and accents of Latin letters. */
export function sentenceSearch(cues: readonly Cue[], language: string): (wanted: string) => Passage[] {
  const { text, starts } = joined(cues, language);
  const folded = foldText(text);
  const sentences = [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)];
  return (wanted) => {
    const needle = foldText(wanted);
    const found: Passage[] = [];
    let [cueAt, sentenceAt, end] = [0, 0, 0];
    for (let at = next(0); at >= 0; at = next(end)) {
      while (starts[cueAt + 1]! <= at) cueAt += 1;
      while (endOf(sentences[sentenceAt]!) <= at) sentenceAt += 1;
      const sentence = { start: sentences[sentenceAt]!.index, end: endOf(sentences[sentenceAt]!) };
      const until = at + needle.length;
      const part = nearMatch(text, sentence, at, until);
      end = Math.max(part.end, until);
      const before = (part.start > sentence.start ? '…' : '') + text.slice(part.start, at).trimStart();
      const after = text.slice(until, end).trimEnd() + (end < sentence.end ? '…' : '');
      found.push({ cue: cues[cueAt]!, before, match: text.slice(at, until), after });
    }
    return found;

    function next(from: number): number {
      return needle === '' ? -1 : folded.indexOf(needle, from);
    }
  };
}

const endOf = ({ index, segment }: Intl.SegmentData): number => index + segment.length;

/** All cues as one text, and where in it each begins. */
function joined(cues: readonly Cue[], language: string) {
  // These are written without spaces.
  const separator = /^(ja|zh|th)\b/.test(language) ? '' : ' ';
  let text = '';
  const starts = cues.map(({ startMs, text: written }, at) => {
    const before = cues[at - 1];
    if (before) text += startMs - before.endMs > PAUSE_MS ? '\n' : separator;
    const start = text.length;
    text += plainCueText(written).replaceAll('\n', separator);
    return start;
  });
  return { text, starts };
}

const ACCENTS = /(?<=[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}])\p{M}+/gu;

/** Character by character, so that each stays at its place. */
const foldText = (text: string): string => Array.from(text, foldCharacter).join('');

function foldCharacter(character: string): string {
  const folded = character.normalize('NFD').replaceAll(ACCENTS, '').toLowerCase();
  return folded.length === character.length ? folded : character;
}

interface TextRange {
  readonly start: number;
  readonly end: number;
}

function nearMatch(text: string, sentence: TextRange, at: number, until: number): TextRange {
  if (sentence.end - sentence.start <= MAX_SENTENCE) return sentence;
  const start = Math.max(sentence.start, at - NEAR_MATCH);
  const end = Math.min(sentence.end, until + NEAR_MATCH);
  const [firstSpace, lastSpace] = [text.indexOf(' ', start), text.lastIndexOf(' ', end)];
  return {
    start: start > sentence.start && isWithin(firstSpace - start) ? firstSpace + 1 : start,
    end: end < sentence.end && isWithin(end - lastSpace) ? lastSpace : end,
  };
}

const isWithin = (characters: number): boolean => characters >= 0 && characters < SPACE_WITHIN;
