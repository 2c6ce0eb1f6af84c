/** The sentences that a search in captions finds. */
import { expect, it } from 'vitest';
import type { Cue } from '#shared/plain/captions/write-captions.ts';
import { sentenceSearch } from '#web/features/videos/sentences.ts';

/** Cues of two seconds, one after the other; `null` is a pause of three. */
function cuesOf(...texts: readonly (string | null)[]): Cue[] {
  let atMs = 0;
  return texts.flatMap((text) => {
    const startMs = atMs;
    atMs += text === null ? 3000 : 2000;
    return text === null ? [] : [{ startMs, endMs: atMs, text, settings: '' }];
  });
}

const search = (cues: readonly Cue[], wanted: string, language = 'en') =>
  sentenceSearch(
    cues,
    language,
  )(wanted).map(({ cue, before, match, after }) => [cue.startMs / 1000, `${before}[${match}]${after}`]);

const SPOKEN = cuesOf(
  'Hello. The fan has',
  'five <i>walnut</i> blades,',
  'and it hums. Now',
  'the next one.',
);

it.each([
  ['walnut', [[2, 'The fan has five [walnut] blades, and it hums.']]],
  ['WALNUT BLADES, and', [[2, 'The fan has five [walnut blades, and] it hums.']]],
  ['now', [[4, '[Now] the next one.']]],
  [
    'h',
    [
      [0, '[H]ello.'],
      [0, 'T[h]e fan has five walnut blades, and it hums.'],
      [6, 'Now t[h]e next one.'],
    ],
  ],
  ['bearing', []],
  ['', []],
])('finds “%s” with its sentence, at the cue of the match', (wanted, expected) =>
  expect(search(SPOKEN, wanted)).toEqual(expected),
);

it('ends a sentence at a pause', () =>
  expect(search(cuesOf('it hums', null, 'and now it turns'), 'hums')).toEqual([[0, 'it [hums]']]));

it('cuts a long sentence at words near the match, and finds what follows in it', () => {
  const words = cuesOf(...Array.from({ length: 120 }, (_, at) => `word${at} and so`));
  const [[atS, text]] = search(words, 'and so word60') as [[number, string]];
  expect(atS).toBe(118);
  expect(text).toMatch(/^…\S+ .* \[and so word60\] .* (and|so|word\d+)…$/);
  expect(text.length).toBeLessThan(240);
  expect(search(words, 'word7').map(([atS]) => atS)).toEqual([14, 140, 156]);
});

it('joins cues without spaces in languages that have none', () =>
  expect(search(cuesOf('扇風機が回', 'ります。', '静かです。'), '回ります', 'ja')).toEqual([
    [0, '扇風機が[回ります]。'],
  ]));

it.each([
  ['cafe', 'Un café tiède.'],
  ['CAFÉ', 'Un café tiède.'],
  ['istanbul', 'Aus İstanbul, gell.'],
])('ignores case and accents: “%s”', (wanted, text) => expect(search(cuesOf(text), wanted)).toHaveLength(1));
