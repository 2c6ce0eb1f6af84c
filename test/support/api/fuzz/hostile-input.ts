/** Input that no person means: for tests that throw it at everything which reads what a caller sends. */
import fc from 'fast-check';
import { anyCharacter } from '../contract/any-character.ts';

/** Texts that have broken other programs, each for a reason of its own. */
const NASTY_TEXTS = [
  '',
  ' ',
  '\t\r\n',
  '\0',
  'a\0b',
  '\u202e\u200d\ufeff',
  '\ud800',
  'x\udfffy',
  'é'.normalize('NFD').repeat(40),
  'ﷺ'.repeat(30),
  '🌀'.repeat(60),
  'İıßŉς',
  '#',
  'CHANNEL#',
  '__proto__',
  'constructor',
  'null',
  'true',
  '0',
  '-1',
  '1e309',
  '0x10',
  'NaN',
  '2026-02-30T25:61:00Z',
  '../../etc/passwd',
  "' OR '1'='1",
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}%s%n',
  'x'.repeat(5_000),
  'ÿ'.repeat(300_000),
];

const utf16 = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
  .map((units) => String.fromCharCode(...units));

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NASTY_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 60 }) },
  { weight: 1, arbitrary: utf16 },
);

/** Keys as `JSON.parse` makes them: `__proto__` among them is a field like any other. */
const POLLUTION: readonly unknown[] = [
  '{"__proto__":{"admin":true,"id":"x"}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"toString":null,"valueOf":1,"hasOwnProperty":[]}',
  '{"length":1,"0":"a"}',
].map((text): unknown => JSON.parse(text));

const nested = (depth: number): unknown => {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value };
  return value;
};

/** Any JSON value, chosen badly. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -1,
      1.5,
      1e308,
      Number.MAX_SAFE_INTEGER + 2,
      [],
      {},
      [null],
      [[]],
    ),
  },
  { weight: 1, arbitrary: fc.date().map((date) => date.toJSON()) },
  { weight: 2, arbitrary: fc.constantFrom(...POLLUTION) },
  { weight: 1, arbitrary: fc.constant(nested(400)) },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 120 }) },
  { weight: 1, arbitrary: fc.jsonValue() },
);

/** Bodies that are no JSON, or more of it than anyone reads. */
export const brokenBody: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', '{', '{"a":', 'null', '[]', '"text"', '7', "{'a':1}", '\ufeff{}', '{}{}', '\0'),
  fc.constantFrom('['.repeat(50_000), '{"a":'.repeat(20_000), `[${'{},'.repeat(20_000)}{}]`),
  fc.string({ unit: anyCharacter, maxLength: 80 }),
);

/** A header's value as HTTP lets it pass (RFC 9110 §5.5). */
const headerValue = fc
  .array(fc.integer({ min: 0x20, max: 0xff }), { maxLength: 80 })
  .map((codes) => String.fromCharCode(...codes.filter((code) => code !== 0x7f)).trim());

/** Headers that a request may bring along, and what they may say. */
export const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    'content-type',
    'authorization',
    'idempotency-key',
    'accept',
    'cookie',
    'origin',
    'range',
    'if-none-match',
    'x-forwarded-for',
    'x-http-method-override',
    'x-amz-security-token',
  ),
  fc.oneof(
    headerValue,
    fc.constantFrom('Bearer', 'Bearer ', 'Bearer a.b.c', 'Basic eDp5', 'application/json; charset=utf-16'),
    fc.constantFrom('multipart/form-data; boundary=x', 'text/plain', 'x'.repeat(8_000)),
  ),
  { maxKeys: 3 },
);
