/** What a name or a title may be written with, so that it is seen as it is and changes nothing around it. */

/** Of what nearly all write, there is nothing to look for. */
const PLAIN = /^[ -~]*$/;
/** What turns the text around it, or beyond its end, the other way (UAX #9 §2). */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** Keyboards for Hebrew and Arabic leave a mark at the end of what was typed. There it changes nothing. */
const EDGE_MARKS = /^[\s\u061c\u200e\u200f]+|[\s\u061c\u200e\u200f]+$/gu;
/** Letters of these scripts are joined or parted by characters that are not seen, which their words need (UAX #31 §2.3). */
const JOINED =
  'Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer';

/** More than any language puts on a letter (Tibetan has six, Hebrew with cantillation four); piled up they cover other lines. */
const MAX_MARKS = 8;

let made: ReturnType<typeof makePatterns> | undefined;

/** The text without blanks and marks of direction around it. */
export const withoutEdges = (text: string): string => text.replaceAll(EDGE_MARKS, '');

/** Whether a letter bears more marks than any language needs. */
export const hasPiledMarks = (text: string): boolean =>
  !PLAIN.test(text) && (made ??= makePatterns()).piledMarks.test(text.normalize('NFD'));

/** What is wrong with a text of one line, in a person's words; nothing where it can be seen as it is. */
export function unseen(text: string): string | undefined {
  if (PLAIN.test(text)) return undefined;
  const { controls, emoji, variations, joiners, invisible, visible } = (made ??= makePatterns());
  if (controls.test(text)) return 'may not have line breaks or control characters';
  if (BIDI_CONTROLS.test(text)) return 'may not have characters that change the direction of text';
  const letters = text.replaceAll(emoji, '').replaceAll(variations, '').replaceAll(joiners, '');
  if (invisible.test(letters)) return 'may not have invisible characters';
  const isSeen = text.trim() === '' || letters !== text || visible.test(letters);
  return isSeen ? undefined : 'must have something that can be seen';
}

/** Not literals, which are read when a Lambda starts: what Unicode knows took 23 ms, most of it the emoji. */
function makePatterns() {
  const scripts = JOINED.split(' ').map((script) => String.raw`\p{Script=${script}}`);
  const pictograph = String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f]?\p{Emoji_Modifier}?`;
  const flagOfTags = String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`;
  return {
    /** Line breaks and the like; separators of lines and paragraphs. */
    controls: new RegExp(String.raw`[\p{Cc}\u2028\u2029]`, 'u'),
    /** Emoji, also joined ones that lack a selector of their look, and flags of regions (UTS #51 §1.4.9, ED-14a). */
    emoji: new RegExp(String.raw`${flagOfTags}|${pictograph}(?:\u200d${pictograph})+|\p{RGI_Emoji}`, 'gv'),
    /** How the character before is drawn: text or picture; which form of an ideograph or of a Mongolian letter. */
    variations: new RegExp(
      String.raw`(?<=\p{Emoji})[\ufe0e\ufe0f]|(?<=[\p{Script=Han}\u3000-\u30ff\uff00-\uffef])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f]`,
      'gu',
    ),
    joiners: new RegExp(String.raw`(?<=[${scripts.join('')}])[\u200c\u200d]`, 'gu'),
    /** Nothing of it is drawn; U+2800 is a Braille pattern without dots. */
    invisible: new RegExp(String.raw`[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]`, 'u'),
    /** Of text without anything invisible: something must stand there by itself. */
    visible: new RegExp(String.raw`[\p{L}\p{N}\p{P}\p{S}]`, 'u'),
    piledMarks: new RegExp(String.raw`[\p{Mn}\p{Me}]{${MAX_MARKS + 1}}`, 'u'),
  };
}
