/** Digits and codes as people type them, on keyboards of all scripts. */

/** With 0 to 9 in place of the digits of other scripts, and without full-width and invisible characters. */
export const typedDigits = (text: string): string =>
  text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - WIDE_OFFSET))
    .replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit)));

/** Of the full-width forms of ASCII (U+FF01 to U+FF5E). */
const WIDE_OFFSET = 0xfee0;

/** Also without spaces and hyphens, by which people group the digits of codes. */
export const typedCode = (text: string): string => typedDigits(text).replaceAll(/[\s\p{Pd}]/gu, '');

/** Digits of a script are a run of ten, from zero (Unicode §4.6). */
function valueOf(digit: string): number {
  let value = 0;
  for (let point = digit.codePointAt(0)! - 1; /\p{Nd}/u.test(String.fromCodePoint(point)); point--) value++;
  return value % 10;
}
