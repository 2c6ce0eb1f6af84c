import { expect, it } from 'vitest';
import { typedCode, typedDigits } from '#shared/plain/text/typed-digits.ts';

it.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123\u202f456', '123456'],
  ['123-456', '123456'],
  ['123–456', '123456'],
  ['１２３４５６', '123456'],
  ['１２３　４５６', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['\u200f٧٨٩ ٠١٢\u200e', '789012'],
  ['۱۲۳۴۵۶', '123456'],
  ['१२३४५६', '123456'],
  ['๑๒๓๔๕๖', '123456'],
  ['\u{1d7e2}\u{1d7d9}\u{1d7d2}', '014'],
  ['5hx2k-9qwzm', '5hx2k9qwzm'],
  ['５ＨＸ２Ｋ－９ＱＷＺＭ', '5HX2K9QWZM'],
])('the code %j is %s', (typed, code) => expect(typedCode(typed)).toBe(code));

it.each([
  ['١:٠٢:٠٣', '1:02:03'],
  ['１：０２', '1:02'],
  ['１２．５', '12.5'],
  ['1 450', '1 450'],
])('the text %s has the digits %s', (typed, text) => expect(typedDigits(typed)).toBe(text));
