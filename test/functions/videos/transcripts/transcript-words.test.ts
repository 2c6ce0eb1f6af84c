import { expect, it } from 'vitest';
import { MAX_TRANSCRIPT_WORDS, transcriptWords } from '#functions/videos/transcripts/transcript-words.ts';
import { writeCaptions } from '#shared/plain/captions/write-captions.ts';

const vtt = (...texts: string[]): string =>
  writeCaptions(
    texts.map((text, index) => ({ startMs: index * 1500, endMs: index * 1500 + 1000, text, settings: '' })),
  );
const wordsOf = (...texts: string[]): string[] => Object.keys(transcriptWords([vtt(...texts)])).toSorted();

it('has each word with the second in which it is first said, in any language', () => {
  const german = vtt('Der Lüfter');
  expect(transcriptWords([vtt('Bladeless', 'a &amp; <i>bladeless</i> fan', 'FAN'), german])).toEqual({
    bladeless: 0,
    fan: 1,
    der: 0,
    lufter: 0,
  });
});

it('has numbers, and no words of two letters', () => {
  expect(wordsOf('It is at 70 of 5 and V8 rpm')).toEqual(['70', 'and', 'rpm', 'v8']);
});

it('prefers repeated words, then long ones, where there are too many', () => {
  const fillers = Array.from({ length: MAX_TRANSCRIPT_WORDS }, (_, index) => `the word${index}`);
  const found = wordsOf(...fillers, 'bearing', 'impeller', 'bearing');
  expect(found).toHaveLength(MAX_TRANSCRIPT_WORDS);
  expect(found).toEqual(expect.arrayContaining(['bearing', 'impeller']));
});

it('splits Japanese at words, without particles, and keeps names of several', () => {
  const found = wordsOf('扇風機の羽根を掃除します', '空気清浄機です');
  expect(found).toEqual(expect.arrayContaining(['羽根', '掃除', '空気清浄機']));
  expect(found).not.toContain('します');
  expect(wordsOf('พัดลมเงียบ').length).toBeGreaterThan(1);
});

it('reads the first eight hours of a file', () => {
  const long = Array.from({ length: 12_000 }, () => 'x'.repeat(30));
  expect(wordsOf(...long, 'afterwards')).toEqual(['x'.repeat(24)]);
});
