/** What a name or a title may be written with, so that it is seen as it is and changes nothing around it. */

/** What turns the text around it, or beyond its end, the other way (UAX #9 §2). */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** Line breaks and the like; separators of lines and paragraphs. */
const CONTROLS = /[\p{Cc}\u2028\u2029]/u;
/** Of what nearly all write, there is nothing to look for. */
const PLAIN = /^[ -~]*$/;

let emoji: RegExp | undefined;
/** Made when it is needed: it holds some thousand sequences, and as a literal 20 ms of each Lambda's start. */
const everyEmoji = (): RegExp => (emoji ??= new RegExp(String.raw`\p{RGI_Emoji}`, 'gv'));

/** Text or picture: how the character before is drawn. */
const VARIATIONS = /(?<=\p{Emoji})[\ufe0e\ufe0f]/gu;
/** Letters of these scripts are joined or parted so, which their words need (UAX #31 §2.3). */
const JOINERS =
  /(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}])[\u200c\u200d]/gu;
/** Nothing of it is drawn; U+2800 is a Braille pattern without dots. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u;
/** Of text without anything invisible: something must stand there by itself. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** What is wrong with a text of one line, in a person's words; nothing where it can be seen as it is. */
export function unseen(text: string): string | undefined {
  if (PLAIN.test(text)) return undefined;
  if (CONTROLS.test(text)) return 'may not have line breaks or control characters';
  if (BIDI_CONTROLS.test(text)) return 'may not have characters that change the direction of text';
  const letters = text.replaceAll(everyEmoji(), '').replaceAll(VARIATIONS, '').replaceAll(JOINERS, '');
  if (INVISIBLE.test(letters)) return 'may not have invisible characters';
  const isSeen = text.trim() === '' || letters !== text || VISIBLE.test(letters);
  return isSeen ? undefined : 'must have something that can be seen';
}
