import { NormalizedSchema } from '@smithy/core/schema';
import type { OperationSchema, StaticStructureSchema } from '@smithy/types';

/**
 * Returns the differences between a request and AWS's model of its operation, one per line: unknown members, which the
 * SDK silently drops, missing members, and values of the wrong type.
 */
export const requestFaults = ({ name, input }: Operation, value: unknown): string[] =>
  faultsOf(name, value ?? {}, NormalizedSchema.of(input));

/** An operation's name and input schema. */
export type Operation = Pick<OperationSchema, 'name' | 'input'>;

function faultsOf(place: string, value: unknown, schema: NormalizedSchema): string[] {
  if (value === undefined || schema.isUnitSchema() || schema.isDocumentSchema()) return [];
  if (schema.isStructSchema()) return ofStructure(place, value, schema);
  if (schema.isListSchema())
    return Array.isArray(value)
      ? value.flatMap((one, index) => faultsOf(`${place}[${index}]`, one, schema.getValueSchema()))
      : [`${place} is no list`];
  if (schema.isMapSchema())
    return isObject(value)
      ? Object.entries(value).flatMap(([key, one]) =>
          faultsOf(`${place}.${key}`, one, schema.getValueSchema()),
        )
      : [`${place} is no map`];
  return ofSimple(place, value, schema);
}

function ofStructure(place: string, value: unknown, schema: NormalizedSchema): string[] {
  if (!isObject(value)) return [`${place} is no structure`];
  const members = schema.getMemberSchemas();
  const missing = requiredOf(schema).filter((name) => value[name] === undefined || value[name] === null);
  const given = Object.entries(value).filter(([, one]) => one !== undefined);
  const isOneOfMany = schema.isUnionSchema() && given.length !== 1;
  return [
    ...missing.map((name) => `${place}.${name} is missing`),
    ...(isOneOfMany ? [`${place} has ${given.length} members, and takes one`] : []),
    ...given.flatMap(([name, one]) =>
      members[name] ? faultsOf(`${place}.${name}`, one, members[name]) : [`${place} has no member ${name}`],
    ),
  ];
}

/** Required members of a structure are listed first. The SDK fills in idempotency tokens. */
function requiredOf(schema: NormalizedSchema): string[] {
  const [, , , , names, , count = 0] = schema.getSchema() as StaticStructureSchema;
  return names.slice(0, count).filter((name) => !schema.getMemberSchema(name).isIdempotencyToken());
}

function ofSimple(place: string, value: unknown, schema: NormalizedSchema): string[] {
  const is = (type: string, fits: boolean): string[] => (fits ? [] : [`${place} is no ${type}`]);
  if (schema.isBlobSchema()) return is('blob', typeof value === 'string' || typeof value === 'object');
  if (schema.isTimestampSchema()) return is('time', value instanceof Date);
  if (schema.isBooleanSchema()) return is('boolean', typeof value === 'boolean');
  if (schema.isNumericSchema()) return is('number', typeof value === 'number' && Number.isFinite(value));
  if (schema.isStringSchema()) return is('string', typeof value === 'string');
  return [];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
