/** Values that almost fit a schema: most fields as they should be, now and then one that is not. */
import fc from 'fast-check';
import * as z from 'zod/mini';
import { hostileText, hostileValue } from './hostile-input.ts';

/** Values that mean something to the site, by the name of the field that takes them. */
export type Known = Readonly<Record<string, fc.Arbitrary<unknown>>>;

type Json = z.core.JSONSchema.BaseSchema;

/** The input of an object's schema as an object that almost fits. `known` says what its fields may well hold. */
export function nearValid(schema: z.ZodMiniObject, known: Known): fc.Arbitrary<Record<string, unknown>> {
  const fields = almost(jsonSchemaOf(schema), known);
  const complete = fc.record(fields);
  const part = fc.record(fields, { requiredKeys: [] });
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

function jsonSchemaOf(schema: z.core.$ZodType): Json {
  const { $ref, $defs, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  // An entity stands among the definitions.
  return $ref ? $defs![$ref.slice('#/$defs/'.length)]! : json;
}

const fieldsOf = (
  { properties = {} }: Json,
  toValue: (field: Json, name: string) => fc.Arbitrary<unknown>,
): Record<string, fc.Arbitrary<unknown>> =>
  Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, toValue(field as Json, name)]));

/** Of an object's fields. */
const almost = (schema: Json, known: Known): Record<string, fc.Arbitrary<unknown>> =>
  fieldsOf(schema, (field, name) =>
    fc.oneof({ weight: 8, arbitrary: known[name] ?? valid(field) }, { weight: 1, arbitrary: hostileValue }),
  );

/** Values that fit a JSON schema, the longest and the shortest among them. */
function valid(schema: Json): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valid(one as Json)));
  switch (schema.type) {
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'object':
      return within(schema);
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

/** An object in another one: there are many fields of which one may be wrong. */
const within = (schema: Json): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.record(fieldsOf(schema, valid)) },
    { weight: 1, arbitrary: fc.record(almost(schema, {})) },
  );

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
