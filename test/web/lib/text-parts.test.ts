import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textParts } from '../../../web/src/ui/links/linked-text.tsx';

const hrefs = (message: string) => textParts(message).flatMap(({ href }) => href ?? []);

describe('links in a text', () => {
  it.each([
    ['see https://example.com/fans?size=12#blades now', 'https://example.com/fans?size=12#blades'],
    ['(http://example.com/a).', 'http://example.com/a'],
    ['https://en.wikipedia.org/wiki/Fan_(machine), they say', 'https://en.wikipedia.org/wiki/Fan_(machine)'],
    ['"https://example.com"', 'https://example.com/'],
  ])('%s', (message, href) => {
    expect(hrefs(message)).toEqual([href]);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'www.example.com',
    'https://',
    'xhttps:/example.com',
    'ftp://a.b',
  ])('do not include %s', (message) => {
    expect(textParts(message)).toEqual([{ text: message }]);
  });

  it('keep every character, and use http and https only', () => {
    const word = fc.oneof(
      fc.string(),
      fc.webUrl({ withQueryParameters: true, size: 'small' }),
      fc.constantFrom('https://', 'http://[', ')', '.', ' ', 'HTTPS://A.B', 'javascript:'),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => {
        const message = words.join('');
        const parts = textParts(message);
        expect(parts.map(({ text }) => text).join('')).toBe(message);
        expect(parts.every(({ href }) => href === undefined || /^https?:/.test(href))).toBe(true);
      }),
    );
  });
});
