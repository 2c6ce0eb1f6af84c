import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languageName } from '#shared/plain/captions/live-captions.ts';
import { LANGUAGE_TAG } from '#shared/plain/text/language-tags.ts';

describe('a language tag', () => {
  it.each(['en', 'pt-BR', 'zh-Hant-TW', 'sr-Latn', 'es-419', 'de-1996', 'ca-valencia', 'yue', 'DE'])(
    'has language, script, region and variants: %s',
    (tag) => {
      expect(tag).toMatch(LANGUAGE_TAG);
      expect(languageName(tag)).not.toBe('');
    },
  );

  it.each([
    'en-x-a',
    'en-u-nu-latn',
    'x-private',
    'en-t-de',
    'en-a-b',
    'e',
    'root',
    'en_GB',
    'en-',
    'en-GB-DE',
    'en-\n',
  ])('has no more than that: %s', (tag) => expect(tag).not.toMatch(LANGUAGE_TAG));

  it('has a name in each case, at least its own letters', () => {
    expect(languageName('de', 'en')).toBe('German');
    expect(languageName('en-x-a')).toBe('en-x-a');
    expect(languageName('de', 'en-x-a')).not.toBe('');
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        (tag, language) => typeof languageName(tag, language) === 'string',
      ),
    );
  });
});
