import { expect, test } from 'vitest';
import { chooseCaptions } from '#web/lib/media/choose-captions.ts';

const captions = (...languages: readonly string[]) =>
  languages.map((language) => ({ language, label: language, url: `/${language}.vtt` }));

test.each<[offered: string[], wanted: (string | null)[], chosen: string | undefined]>([
  [['de', 'en-GB', 'en-US'], ['en-US'], 'en-US'],
  [['de', 'en-GB', 'en-US'], ['en'], 'en-GB'],
  [['de', 'en'], ['en-US'], 'en'],
  [['de', 'EN'], ['en'], 'EN'],
  [['de', 'en'], [null, 'fr', 'en', 'de'], 'en'],
  // No language fits: the first.
  [['de', 'en'], ['fr'], 'de'],
  [['de', 'en'], [null], 'de'],
  [['de', 'en'], [], 'de'],
  [[], ['en'], undefined],
])('of %j for %j are chosen: %s', (offered, wanted, chosen) => {
  expect(chooseCaptions(captions(...offered), wanted)?.language).toBe(chosen);
});

test('nothing is chosen where there is nothing', () => {
  expect(chooseCaptions([], ['en'])).toBeNull();
});
