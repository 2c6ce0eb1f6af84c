import { XMLParser } from 'fast-xml-parser';
import type { Model } from './models.ts';
import type { Reference } from './newer.ts';
import { membersOf } from './shape-faults.ts';

const parser = new XMLParser({
  parseTagValue: false,
  trimValues: false,
  ignoreAttributes: true,
  ignoreDeclaration: true,
  htmlEntities: true,
  isArray: () => true,
});

/** What stands in a document, by the types that AWS's model gives its elements; unknown ones stay as they are. */
export const fromXml = (text: string, reference: Reference, model: Model): unknown =>
  valueOf(Object.values(parser.parse(text) as Record<string, unknown[]>)[0]!, reference, model);

/** `nodes` are the elements of one name. */
function valueOf(nodes: readonly unknown[], { shape: name, flattened }: Reference, model: Model): unknown {
  const shape = model.shapes[name]!;
  if (shape.type === 'list') {
    const inner = (nodes[0] as Record<string, unknown[]>)[shape.member!.locationName ?? 'member'] ?? [];
    const elements = (flattened ?? shape.flattened) ? nodes : inner;
    return elements.map((one) => valueOf([one], shape.member!, model));
  }
  if (shape.type !== 'structure') return typed(String(nodes[0]), shape.type);
  const members = membersOf(shape, true);
  const elements = typeof nodes[0] === 'object' ? Object.entries(nodes[0] as Record<string, unknown[]>) : [];
  return Object.fromEntries(
    elements.map(([tag, value]) => {
      const member = members.get(tag);
      return [tag, member ? valueOf(value, member, model) : value];
    }),
  );
}

/** A text as a value of that type; as it is, where it is none. */
export function typed(text: string, type: string): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (!['integer', 'long', 'float', 'double'].includes(type)) return text;
  return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
}
