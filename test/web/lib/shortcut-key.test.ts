import { expect, it } from 'vitest';
import { shortcutKey } from '#web/lib/keyboard/shortcut-key.ts';

it.each([
  ['QWERTY', 'K', 'KeyK', 'k'],
  ['Dvorak, by letter', 'k', 'KeyV', 'k'],
  ['AZERTY, by letter', 'm', 'Semicolon', 'm'],
  ['AZERTY without Shift', 'é', 'Digit2', 'é'],
  ['AZERTY', '§', 'Slash', '§'],
  ['Vietnamese', 'ả', 'KeyF', 'ả'],
  ['German', '<', 'IntlBackslash', '<'],
  ['Arabic', 'ن', 'KeyK', 'k'],
  ['Arabic', '؟', 'Slash', '?'],
  ['Arabic digits', '٧', 'Digit7', '7'],
  ['Persian digits', '۷', 'Numpad7', '7'],
  ['Cyrillic', 'а', 'KeyF', 'f'],
  ['Cyrillic', 'Б', 'Comma', '<'],
  ['Cyrillic', '?', 'Digit7', '?'],
  ['Cyrillic without a shortcut at its place', 'х', 'BracketLeft', 'х'],
  ['Greek', 'Μ', 'KeyM', 'm'],
  ['Hebrew', 'ל', 'KeyK', 'k'],
  ['kana', 'の', 'KeyK', 'k'],
  ['kana', 'や', 'Digit7', '7'],
  ['kana', '。', 'Period', '>'],
  ['hangul', 'ㅏ', 'KeyK', 'k'],
  ['full width', 'ｋ', 'KeyK', 'k'],
  ['full width', '\u3000', 'Space', ' '],
  ['any', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft'],
])('on %s, %s at %s is the shortcut %s', (_, key, code, shortcut) => {
  const shiftKey = '<>?'.includes(shortcut) || key !== key.toLowerCase();
  expect(shortcutKey({ key, code, shiftKey })).toBe(shortcut);
});
