import type { Properties, PropertySchema, PropertyType, Schemas } from './schema.ts';
import type { Resource, Template } from '#infra/agreed/template.ts';

/** CloudFormation functions, whose values are only known at deployment. */
const isIntrinsic = (value: unknown): value is Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const [name, ...others] = Object.keys(value);
  return others.length === 0 && name !== undefined && (name === 'Ref' || name.startsWith('Fn::'));
};

/**
 * Validates a template against AWS's schemas. Returns a line per finding: unknown or missing properties, wrong types,
 * values that are not allowed, unresolved references, and unknown attributes.
 */
export function findings(template: Template, schemas: Schemas): string[] {
  return Object.entries(template.Resources).flatMap(([id, resource]) => [
    ...ofProperties(id, resource, schemas),
    ...ofReferences(id, resource, template, schemas),
  ]);
}

function ofProperties(id: string, { Type, Properties = {} }: Resource, schemas: Schemas): string[] {
  // Custom resources have no schema.
  if (Type.startsWith('Custom::') || Type === 'AWS::CloudFormation::CustomResource') return [];
  const schema = schemas.resource(Type);
  if (!schema) return [`${id}: there is no type ${Type}`];
  return ofObject(id, Properties, schema.properties, schemas);
}

function ofObject(place: string, value: object, properties: Properties, schemas: Schemas): string[] {
  const missing = Object.entries(properties).filter(([name, { required }]) => required && !(name in value));
  return [
    ...missing.map(([name]) => `${place}: ${name} is required`),
    ...Object.entries(value).flatMap(([name, member]) => {
      const schema = properties[name];
      if (!schema) return [`${place}: there is no ${name}`];
      return ofMember(`${place}.${name}`, member, schema, schemas);
    }),
  ];
}

/** For several accepted types, returns the findings of the best match. */
function ofMember(
  place: string,
  value: unknown,
  { type, previousTypes = [] }: PropertySchema,
  schemas: Schemas,
): string[] {
  const all = [type, ...previousTypes].flatMap((one) => (one.type === 'union' ? one.types : [one]));
  const found = all.map((one) => ofValue(place, value, one, schemas));
  return found.reduce((best, one) => (one.length < best.length ? one : best));
}

function ofValue(place: string, value: unknown, type: PropertyType, schemas: Schemas): string[] {
  if (isIntrinsic(value)) return [];
  const fits = (does: boolean): string[] =>
    does ? [] : [`${place}: ${JSON.stringify(value)} is no ${type.type}`];
  switch (type.type) {
    case 'string':
      return typeof value === 'string' ? ofAllowed(place, value, type.allowedValues) : fits(false);
    case 'integer':
      return Number.isInteger(value) ? ofAllowed(place, value, type.allowedValues) : fits(false);
    case 'number':
      return fits(typeof value === 'number');
    case 'boolean':
      return fits(typeof value === 'boolean');
    case 'date-time':
      return fits(typeof value === 'string');
    case 'array':
      if (!Array.isArray(value)) return fits(false);
      return value.flatMap((one, index) =>
        ofMember(`${place}[${index}]`, one, { type: type.element }, schemas),
      );
    case 'map':
      if (!isObject(value)) return fits(false);
      return Object.entries(value).flatMap(([key, one]) =>
        ofMember(`${place}.${key}`, one, { type: type.element }, schemas),
      );
    case 'ref':
      if (!isObject(value)) return fits(false);
      return ofObject(place, value, schemas.object(type.reference.$ref), schemas);
    case 'tag':
      if (!isObject(value)) return fits(false);
      return fits(typeof value['Key'] === 'string' && 'Value' in value);
    default:
      // JSON may be anything; unions were split before.
      return [];
  }
}

const ofAllowed = (place: string, value: unknown, allowed: readonly unknown[] | undefined): string[] =>
  !allowed || allowed.includes(value)
    ? []
    : [`${place}: ${JSON.stringify(value)} is none of ${allowed.join(', ')}`];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function ofReferences(id: string, resource: Resource, template: Template, schemas: Schemas): string[] {
  const { Resources, Parameters = {} } = template;
  const inTemplate = (target: string) =>
    target in Resources || target in Parameters || target.startsWith('AWS::');
  return intrinsicsIn(resource).flatMap(([name, value]) => {
    if (name === 'Ref') return inTemplate(String(value)) ? [] : [`${id}: there is no ${String(value)}`];
    if (name !== 'Fn::GetAtt') return [];
    const [target = '', ...path] = value as readonly string[];
    const type = Resources[target]?.Type;
    if (!type) return [`${id}: there is no ${target}`];
    const schema = schemas.resource(type);
    const attribute = path.join('.');
    return !schema || attribute in schema.attributes || attribute in schema.properties
      ? []
      : [`${id}: ${type} has no attribute ${attribute}`];
  });
}

/** Returns all functions in a value with their arguments. */
function intrinsicsIn(value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap(intrinsicsIn);
  if (!isObject(value)) return [];
  const own: [string, unknown][] = isIntrinsic(value) ? Object.entries(value) : [];
  return [...own, ...Object.values(value).flatMap(intrinsicsIn)];
}
