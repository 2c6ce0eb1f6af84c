import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideSpeech, NO_WORDS } from '#web/features/browser-stream/captions/divide-speech.ts';

interface Result {
  readonly text: string;
  readonly atMs: number;
}

/** The captions of a sentence whose last hypothesis is final. */
function captionsOf(hypotheses: readonly Result[], language = 'en') {
  let sentence = NO_WORDS;
  return hypotheses.flatMap(({ text, atMs }, at) => {
    const isFinal = at === hypotheses.length - 1;
    const division = divideSpeech(sentence, { text, isFinal, language, atMs });
    ({ sentence } = division);
    return division.caption ? [{ ...division.caption, isFinal }] : [];
  });
}

/** A word more in each hypothesis. */
const spoken = (words: readonly string[], stepMs = 400): Result[] =>
  words.map((_, at) => ({ text: words.slice(0, at + 1).join(' '), atMs: at * stepMs }));

const WORDS = 'the fan turns slowly because its motor is old and the blades are heavy'.split(' ');
const word = fc.constantFrom(...WORDS, 'don’t', '3.5', 'ventilateur', 'Lüfter');
const stepMs = fc.integer({ min: 50, max: 2000 });

describe('the captions of a sentence', () => {
  it('have each word once, in order, with the time at which it came', () => {
    const sentence = fc.array(word, { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(sentence, stepMs, (words, stepMs) => {
        const interim = spoken(words, stepMs);
        const captions = captionsOf([...interim, interim.at(-1)!]);
        expect(captions.map(({ text }) => text).join(' ')).toBe(words.join(' '));
        let count = 0;
        for (const { text, atMs } of captions) {
          expect(atMs).toBe(count * stepMs);
          count += text.split(' ').length;
        }
      }),
    );
  });

  it('repeat no word before the one that the final result changes, and lose none after it', () => {
    const hypothesis = fc.array(word, { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(hypothesis, { maxLength: 30 }), hypothesis, stepMs, (interim, final, stepMs) => {
        const all = [...interim, final].map((words, at) => ({ text: words.join(' '), atMs: at * stepMs }));
        const captions = captionsOf(all);
        const words = (isFinal: boolean) =>
          captions.filter((caption) => caption.isFinal === isFinal).flatMap(({ text }) => text.split(' '));
        const sent = words(false);
        const changed = final.findIndex((one, at) => one !== sent[at]);
        expect(words(true)).toEqual(changed === -1 ? [] : final.slice(changed));
      }),
    );
  });

  it('come two seconds after their first word at latest, while words come', () => {
    const hypotheses = spoken(WORDS);
    const comesMs = hypotheses.flatMap(({ atMs }, at) => {
      const captions = captionsOf([...hypotheses.slice(0, at + 1), { text: '', atMs }]);
      return captions.map((caption) => [caption.atMs, atMs] as const);
    });
    const firstMs = new Map(comesMs.toReversed());
    for (const [beganMs, atMs] of firstMs) expect(atMs - beganMs).toBeLessThanOrEqual(2000);
    expect(firstMs.size).toBeGreaterThan(2);
  });

  it('wait for words that change', () => {
    const texts = ['the', 'the fan', 'the van', 'the fan', 'the van turns', 'the fan turns slow'];
    const hypotheses = texts.map((text, at) => ({ text, atMs: at * 1000 }));
    expect(captionsOf([...hypotheses, { text: 'The fan turns slowly.', atMs: 6000 }])).toEqual([
      { text: 'the', atMs: 0, isFinal: false },
      { text: 'fan turns slowly.', atMs: 1000, isFinal: true },
    ]);
  });

  it('are not repeated for capitals and punctuation, or an unfinished word', () => {
    const hypotheses = ['well the fan turn', 'well the fan turns'].map((text, at) => ({
      text,
      atMs: at * 2000,
    }));
    expect(captionsOf([...hypotheses, { text: 'Well, the fan turns slowly!', atMs: 9000 }])).toEqual([
      { text: 'well the fan', atMs: 0, isFinal: false },
      { text: 'turns slowly!', atMs: 0, isFinal: true },
    ]);
  });

  it('are divided where there are no spaces, too', () => {
    const text = '扇風機がゆっくり回っているので部屋は涼しいです';
    const interim = Array.from(text, (_, at) => ({ text: text.slice(0, at + 1), atMs: at * 200 }));
    const captions = captionsOf([...interim, { text, atMs: 9000 }], 'ja');
    expect(captions.map((caption) => caption.text).join('')).toBe(text);
    expect(captions.length).toBeGreaterThan(2);
  });

  it('are none of a result without words', () => {
    expect(captionsOf([{ text: ' … ', atMs: 0 }])).toEqual([]);
  });
});
