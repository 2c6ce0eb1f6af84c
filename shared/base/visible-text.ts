/** Keeps names and titles visible and free of effects on the text around them. */
import type { ErrorReason } from './errors.ts';

/** Most texts match and skip the other checks. */
const PLAIN = /^[ -~]*$/;
/** Characters that change the direction of the text around them (UAX #9 §2). */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/u;
/** Keyboards and programs for Hebrew and Arabic set marks, which work as a letter of their direction does. */
const MARKS = /[\u061c\u200e\u200f]/g;
const EDGES = /^[\s\u061c\u200e\u200f]+|[\s\u061c\u200e\u200f]+$/gu;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** These scripts need invisible characters to join or separate letters (UAX #31 §2.3). */
const JOINED =
  'Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Balinese Javanese';

/** More than any language needs (Tibetan has six, Hebrew with cantillation four); piled-up marks cover other lines. */
const MAX_MARKS = 8;

let made: ReturnType<typeof makePatterns> | undefined;

/** Removes surrounding blanks, and direction marks where they have no effect. */
export function withoutIdleMarks(text: string): string {
  const inner = text.replaceAll(EDGES, '');
  return RIGHT_TO_LEFT.test(inner) ? inner : withoutMarks(inner);
}

/** For texts by which something is found. */
export const withoutMarks = (text: string): string => text.replaceAll(MARKS, '');

export const hasPiledMarks = (text: string): boolean =>
  !PLAIN.test(text) && (made ??= makePatterns()).piledMarks.test(text.normalize('NFD'));

/** Names what is wrong with a line; undefined for a visible one. */
export function invisibleTextProblem(written: string): ErrorReason | undefined {
  const text = withoutMarks(written);
  if (PLAIN.test(text)) return undefined;
  const { controls, emoji, variations, joiners, invisible, visible } = (made ??= makePatterns());
  if (controls.test(text)) return 'line_breaks';
  if (BIDI_CONTROLS.test(text)) return 'direction_characters';
  const letters = text.replaceAll(emoji, '').replaceAll(variations, '').replaceAll(joiners, '');
  if (invisible.test(letters)) return 'invisible_characters';
  const isSeen = text.trim() === '' || letters !== text || visible.test(letters);
  return isSeen ? undefined : 'nothing_visible';
}

/** Created lazily, because compiling Unicode patterns takes 23 ms at a Lambda's start, mostly for emoji. */
function makePatterns() {
  const scripts = JOINED.split(' ').map((script) => String.raw`\p{scx=${script}}`);
  const pictograph = String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f]?\p{Emoji_Modifier}?`;
  const flagOfTags = String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`;
  return {
    /** Line breaks and similar; line and paragraph separators. */
    controls: new RegExp(String.raw`[\p{Cc}\u2028\u2029]`, 'u'),
    /** Emoji, including joined ones without a variation selector, and regional flags (UTS #51 §1.4.9, ED-14a). */
    emoji: new RegExp(
      String.raw`${flagOfTags}|${pictograph}(?:\u200d${pictograph})+|\p{RGI_Emoji}[\ufe0e\ufe0f]?`,
      'gv',
    ),
    /**
     * Select how the previous character is drawn: as text or picture, or a form of an ideograph or Mongolian letter.
     */
    variations: new RegExp(
      String.raw`(?<=\p{Emoji})[\ufe0e\ufe0f]|(?<=[\p{Script=Han}\u3000-\u30ff\uff00-\uffef])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f]`,
      'gu',
    ),
    /** Also the space without width, which separates the words of scripts without spaces (UAX #14, ZW). */
    joiners: new RegExp(
      String.raw`(?<=[${scripts.join('')}])[\u200c\u200d]|(?<=[\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}])\u200b`,
      'gu',
    ),
    /** U+2800 is a Braille pattern without dots. */
    invisible: new RegExp(String.raw`[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]`, 'u'),
    /** At least one character must be visible by itself. */
    visible: new RegExp(String.raw`[\p{L}\p{N}\p{P}\p{S}]`, 'u'),
    /** Invisible characters between marks do not end a letter. */
    piledMarks: new RegExp(String.raw`(?:[\p{Mn}\p{Me}]\p{Cf}*){${MAX_MARKS + 1}}`, 'u'),
  };
}
