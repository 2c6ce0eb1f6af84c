/** Values that almost fit a schema: most fields as they should be, now and then one that is not. */
import fc from 'fast-check';
import * as z from 'zod/mini';
import { hostileText, hostileValue } from './hostile-input.ts';

/** Values that mean something to the site, by the name of the field that takes them. */
export type Known = Readonly<Record<string, fc.Arbitrary<unknown>>>;

type Json = z.core.JSONSchema.BaseSchema;

/** The input of an object's schema as an object that almost fits. `known` says what its fields may well hold. */
export function nearValid(schema: z.ZodMiniObject, known: Known): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {} } = jsonSchemaOf(schema);
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    fc.oneof(
      { weight: 8, arbitrary: known[name] ?? valid(field as Json) },
      { weight: 1, arbitrary: hostileValue },
    ),
  ]);
  const complete = fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>);
  const part = fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: [],
  });
  const extra = fc.dictionary(
    fc.oneof(fc.constantFrom('id', 'username', 'channel_id', 'is_live', '__proto__', 'pk'), hostileText),
    hostileValue,
    { minKeys: 1, maxKeys: 3 },
  );
  return fc.oneof(
    { weight: 6, arbitrary: complete },
    { weight: 3, arbitrary: part },
    { weight: 1, arbitrary: fc.tuple(complete, extra).map(([object, more]) => ({ ...object, ...more })) },
  );
}

const jsonSchemaOf = (schema: z.core.$ZodType): Json =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;

/** Values that fit as far as a JSON schema tells, the longest and the shortest among them. */
function valid(schema: Json): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  switch (schema.type) {
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000_000 });
    case 'array':
      return fc.array(valid(schema.items as Json), { maxLength: Math.min(schema.maxItems ?? 8, 8) });
    case 'string':
      return text(schema);
    default:
      return hostileValue;
  }
}

function text({ pattern, minLength = 0, maxLength = 200 }: Json): fc.Arbitrary<string> {
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  return fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) }) },
    { weight: 2, arbitrary: fc.lorem({ maxCount: 4 }).map((words) => words.slice(0, maxLength)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('x'.repeat(maxLength), 'x'.repeat(minLength), 'x'.repeat(maxLength + 1)),
    },
  );
}
