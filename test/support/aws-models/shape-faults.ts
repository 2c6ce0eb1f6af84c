import type { Model } from './models.ts';
import type { Reference, Shape } from './newer.ts';

/** How a message is encoded. */
export interface Encoding {
  readonly model: Model;
  /** Whether members are sent under their `locationName`; AWS JSON does not know it. */
  readonly hasLocationNames: boolean;
  /** Of times that have none of their own. */
  readonly timeFormat: 'unixTimestamp' | 'iso8601';
}

/**
 * What a decoded value has that its shape in AWS's model does not allow, a line each: unknown and missing members, other types,
 * values that are not in an enum, and those outside of a pattern, a length or a range.
 */
export function shapeFaults(
  place: string,
  value: unknown,
  reference: Reference,
  encoding: Encoding,
): string[] {
  const faults: string[] = [];
  check(faults, place, value, reference, encoding);
  return faults;
}

function check(
  faults: string[],
  place: string,
  value: unknown,
  reference: Reference,
  encoding: Encoding,
): void {
  const shape = encoding.model.shapes[reference.shape]!;
  // AWS takes null for a member that is left out.
  if (value === undefined || value === null || shape.document) return;
  switch (shape.type) {
    case 'structure':
      return checkStructure(faults, place, value, shape, encoding);
    case 'list':
      if (!Array.isArray(value)) return void faults.push(`${place} is no list`);
      checkSize(faults, place, value.length, shape, 'members');
      for (const [index, one] of value.entries()) {
        check(faults, `${place}[${index}]`, one, shape.member!, encoding);
      }
      return;
    case 'map':
      if (!isObject(value)) return void faults.push(`${place} is no map`);
      checkSize(faults, place, Object.keys(value).length, shape, 'members');
      for (const key in value) {
        check(faults, `${place}'s key`, key, shape.key!, encoding);
        check(faults, `${place}.${key}`, value[key], shape.value!, encoding);
      }
      return;
    case 'string':
      if (typeof value !== 'string') return void faults.push(`${place} is no text`);
      return checkText(faults, place, value, shape);
    case 'timestamp':
      if (!isTime(value, reference, shape, encoding)) faults.push(`${place} is no time: ${excerpt(value)}`);
      return;
    default:
      return checkSimple(faults, place, value, shape);
  }
}

function checkStructure(
  faults: string[],
  place: string,
  value: unknown,
  shape: Shape,
  encoding: Encoding,
): void {
  if (!isObject(value)) return void faults.push(`${place} is no structure`);
  const members = membersOf(shape, encoding.hasLocationNames);
  let count = 0;
  for (const name in value) {
    if (value[name] === undefined || value[name] === null) continue;
    count += 1;
    const member = members.get(name);
    if (member) check(faults, `${place}.${name}`, value[name], member, encoding);
    else faults.push(`${place} has no member ${name}`);
  }
  if (shape.union && count !== 1) faults.push(`${place} has ${count} members, and takes one`);
  for (const required of shape.required ?? []) {
    const member = shape.members![required]!;
    const name = nameOnWire(required, member, encoding.hasLocationNames);
    if (member.location !== undefined) continue;
    if (value[name] === undefined || value[name] === null) faults.push(`${place}.${name} is missing`);
  }
}

const nameOnWire = (name: string, { locationName }: Reference, hasLocationNames: boolean): string =>
  (hasLocationNames && locationName) || name;

const kept = new WeakMap<Shape, ReadonlyMap<string, Reference>>();
/** A structure's members in a body by their names there. */
export function membersOf(shape: Shape, hasLocationNames: boolean): ReadonlyMap<string, Reference> {
  let members = kept.get(shape);
  if (!members) {
    const entries = Object.entries(shape.members ?? {}).filter(([, { location }]) => location === undefined);
    members = new Map(entries.map(([name, one]) => [nameOnWire(name, one, hasLocationNames), one]));
    kept.set(shape, members);
  }
  return members;
}

function checkText(faults: string[], place: string, value: string, shape: Shape): void {
  const { min, max } = shape;
  if (min !== undefined || max !== undefined) {
    // Counts characters, where that may make a difference.
    const isNear = value.length < (min ?? 0) * 2 || value.length > (max ?? Infinity);
    checkSize(faults, place, isNear ? Array.from(value).length : value.length, shape, 'characters');
  }
  if (shape.enum && !shape.enum.includes(value)) faults.push(`${place} may not be ${excerpt(value)}`);
  if (shape.pattern && !patternOf(shape.pattern).test(value))
    faults.push(`${place} does not match ${shape.pattern}: ${excerpt(value)}`);
}

const patterns = new Map<string, RegExp>();
/** Patterns are Java's. Those without an anchor describe the whole value. */
function patternOf(pattern: string): RegExp {
  let expression = patterns.get(pattern);
  if (!expression) {
    const isAnchored = pattern.startsWith('^') || pattern.endsWith('$');
    // Unicode's mode, which `\p{L}` needs, has no needless escapes.
    const source = pattern.replaceAll(/\\([_@:=/'"#%&,;<>!`~ ])/g, '$1');
    expression = new RegExp(isAnchored ? source : `^(?:${source})$`, 'us');
    patterns.set(pattern, expression);
  }
  return expression;
}

function checkSimple(faults: string[], place: string, value: unknown, shape: Shape): void {
  const { type } = shape;
  if (type === 'boolean') {
    if (typeof value !== 'boolean') faults.push(`${place} is no boolean`);
  } else if (type === 'blob') {
    if (typeof value !== 'string') return void faults.push(`${place} is no blob`);
    checkSize(faults, place, Buffer.byteLength(value, 'base64'), shape, 'bytes');
  } else {
    const isWhole = type === 'integer' || type === 'long';
    if (typeof value !== 'number' || (isWhole && !Number.isInteger(value)))
      return void faults.push(`${place} is no ${isWhole ? 'whole ' : ''}number`);
    checkSize(faults, place, value, shape, '');
  }
}

function checkSize(faults: string[], place: string, size: number, { min, max }: Shape, unit: string): void {
  const words = unit ? `${size} ${unit}` : String(size);
  if (min !== undefined && size < min) faults.push(`${place} has ${words}, and ${min} at least`);
  if (max !== undefined && size > max) faults.push(`${place} has ${words}, and ${max} at most`);
}

function isTime(value: unknown, reference: Reference, shape: Shape, { timeFormat }: Encoding): boolean {
  const format = reference.timestampFormat ?? shape.timestampFormat ?? timeFormat;
  if (format === 'unixTimestamp') return typeof value === 'number';
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

const excerpt = (value: unknown): string => JSON.stringify(value).slice(0, 100);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
