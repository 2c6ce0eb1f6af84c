type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/** A character of a script other than Latin, with its digits and punctuation. */
const OTHER_SCRIPT = /^(?!\p{Script=Latin})[\u0370-\u1fff\u2e80-\uffef\u{10000}-\u{1efff}]$/u;

/** The signs of shortcuts by their place on a US keyboard. */
const SIGNS: Readonly<Record<string, string>> = { Comma: '<', Period: '>', Slash: '?' };

/**
 * What a key is as a shortcut: its character in lower case, as on QWERTY, AZERTY and Dvorak. On Arabic, Cyrillic, Greek,
 * kana and other layouts, the character at its place on a US keyboard.
 */
export function shortcutKey({ key, code, shiftKey }: Pressed): string {
  const character = key.normalize('NFKC');
  if (!OTHER_SCRIPT.test(character)) return character.length === 1 ? character.toLowerCase() : character;
  const [, letter, digit] = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(code) ?? [];
  return letter?.toLowerCase() ?? (shiftKey ? SIGNS[code] : digit) ?? character;
}
