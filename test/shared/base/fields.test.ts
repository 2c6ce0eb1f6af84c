import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  described,
  entity,
  Game,
  Id,
  PageQuery,
  Tags,
  Timestamp,
  Title,
  Username,
} from '#shared/base/fields.ts';
import { fieldSentences as words } from '#test/support/api/contract/rule-sentences.ts';
import { tries } from '#test/support/runner/effort.ts';

const isTaken = (schema: z.ZodMiniType, value: unknown): boolean => schema.safeParse(value).success;
const letters = (length: number): string => 'x'.repeat(length);

describe('a username', () => {
  it.each(['abc', letters(25), 'Ada_Lovelace_1', '___', '123', ' ada '])('may be %j', (value) => {
    expect(Username.parse(value)).toBe(value.trim());
  });

  it.each(['ab', letters(26), 'a b', 'a-b-c', 'a.b', 'ädä', 'ada\n1', 'adа_cyrillic', '', '   ', '🌀🌀🌀'])(
    'may not be %j',
    (value) => {
      expect(isTaken(Username, value)).toBe(false);
    },
  );

  it('has three to 25 allowed characters', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40, unit: 'grapheme' }), (value) => {
        expect(isTaken(Username, value)).toBe(/^[A-Za-z0-9_]{3,25}$/.test(value.trim()));
      }),
      { numRuns: tries(1000) },
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_]{3,25}$/), (value) => {
        expect(Username.parse(value)).toBe(value);
      }),
    );
  });
});

describe('title and category', () => {
  it.each([
    ['title', Title, 140],
    ['category', Game, 50],
  ] as const)('a %s has one character to its limit, not counting outer spaces', (_, schema, max) => {
    expect(isTaken(schema, 'x')).toBe(true);
    expect(schema.parse(`  ${letters(max)}  `)).toBe(letters(max));
    expect(words(schema, letters(max + 1))).toEqual([`Title must have at most ${max} characters.`]);
    expect(words(schema, '   ')).toEqual(['Title is required.']);
    expect(words(schema, undefined)).toEqual(['Title is required.']);
    expect(words(schema, null)).toEqual(['Title must be text.']);
    expect(words(schema, 'a\ud83c')).toEqual(['Title may not have half a character.']);
  });
});

describe('tags', () => {
  // spec: 9.4
  it('are trimmed; blank and repeated ones are dropped before counting', () => {
    const given = [' a ', 'a', '', '   ', 'b', 'c', 'd', 'e'];
    expect(Tags.parse(given)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('are dropped when they repeat another in any case', () => {
    expect(Tags.parse(['asmr', 'quiet', 'ASMR', 'Quiet', 'café', 'CAFÉ'])).toEqual(['asmr', 'quiet', 'café']);
  });

  it('are at most five, of at most 25 characters', () => {
    expect(isTaken(Tags, ['a', 'b', 'c', 'd', 'e'])).toBe(true);
    expect(words(Tags, ['a', 'b', 'c', 'd', 'e', 'f'])).toEqual(['Title can have at most 5 entries.']);
    expect(isTaken(Tags, [letters(25)])).toBe(true);
    expect(words(Tags, [letters(26)])).toEqual(['Title must have at most 25 characters each.']);
  });

  it('are stable when accepted again', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 25 }), { maxLength: 8 }), (given) => {
        const { data = [] } = Tags.safeParse(given);
        expect(Tags.parse(data)).toEqual(data);
      }),
    );
  });

  it('must be a list of texts', () => {
    expect(words(Tags, 'a,b')).toEqual(['Title must be a list.']);
    expect(words(Tags, [7])).toEqual(['Title must be text.']);
    expect(
      words(
        Tags,
        Array.from({ length: 101 }, () => ''),
      ),
    ).toContain('Title can have at most 100 entries.');
  });
});

describe('an id', () => {
  it.each(['01M7W7VGFTPX5SWYQ2CG6KGNFC', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'])('may be %s', (id) => {
    expect(isTaken(Id, id)).toBe(true);
  });

  it.each([
    '01m7w7vgftpx5swyq2cg6kgnfc',
    '8ZZZZZZZZZZZZZZZZZZZZZZZZZ',
    '01M7W7VGFTPX5SWYQ2CG6KGNF',
    '01M7W7VGFTPX5SWYQ2CG6KGNFCX',
    '01M7W7VGFTPX5SWYQ2CG6KGNFI',
    '',
  ])('may not be %j', (id) => {
    expect(words(Id, id)).toEqual(['Title is not a valid ID.']);
  });
});

describe('a time', () => {
  it('is ISO 8601 in UTC', () => {
    expect(isTaken(Timestamp, '2026-11-20T10:00:00.123Z')).toBe(true);
    expect(isTaken(Timestamp, '2026-11-20T10:00:00+01:00')).toBe(false);
    expect(isTaken(Timestamp, '20 November')).toBe(false);
  });
});

describe('the query of a list', () => {
  const Query = z.object(PageQuery);

  it('has the defaults 48 entries and the start', () => {
    expect(Query.parse({})).toEqual({ limit: 48 });
  });

  it.each(['1', '48', '100'])('accepts %s', (limit) => {
    expect(Query.parse({ limit })).toEqual({ limit: Number(limit) });
  });

  it.each(['0', '-1', '101', '1e3', '', 'NaN', 'Infinity', '1.5', 'ten'])('refuses %j', (limit) => {
    expect(isTaken(Query, { limit })).toBe(false);
  });
});

describe('a field’s description', () => {
  it('belongs to that field only, not to every use of its schema', () => {
    const fields = z.object({
      own: described(Id, 'Of this field'),
      shared: Id,
      other: described(Id, 'Of that'),
    });
    const { properties = {} } = z.toJSONSchema(fields);
    expect(properties).toMatchObject({
      own: { description: 'Of this field' },
      shared: { description: 'A ULID' },
      other: { description: 'Of that' },
    });
  });

  it('leaves an entity’s name unchanged', () => {
    const Fan = entity('FanOfThisTest', { blades: z.int() });
    const { properties } = z.toJSONSchema(z.object({ fan: described(Fan, 'The first'), last: Fan }));
    const $ref = '#/$defs/FanOfThisTest';
    expect(properties).toEqual({ fan: { $ref, description: 'The first' }, last: { $ref } });
  });
});

describe('direction marks', () => {
  it.each([
    ['שלום \u200eC++ \u200fעולם', 'שלום \u200eC++ \u200fעולם'],
    ['مروحة \u200e(3)\u200f', 'مروحة \u200e(3)'],
    ['\u200e11/\u200e20/\u200e2026', '11/20/2026'],
    ['Fans\u200e of Oslo', 'Fans of Oslo'],
  ])('in the title %j leave %j', (written, title) => expect(Title.parse(written)).toBe(title));

  it('are not in categories and tags, by which people find', () => {
    expect(Game.parse('מאוורר\u200e 3')).toBe('מאוורר 3');
    expect(Tags.parse(['מאו\u200eורר', 'מאוורר'])).toEqual(['מאוורר']);
  });

  it.each(['\u200e', '\u200f \u061c'])('alone are no title: %j', (title) =>
    expect(words(Title, title)).toEqual(['Title is required.']),
  );

  it.each(['a\u202eb', 'שלום \u2066x', '\u202bשלום\u202c'])('that open a part are refused: %j', (title) =>
    expect(isTaken(Title, title)).toBe(false),
  );
});
