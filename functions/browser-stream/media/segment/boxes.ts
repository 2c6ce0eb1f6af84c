/** The boxes of ISO 14496-12 §4.2, read with mistrust: none that is not expected, none that is not whole. Pure. */
import { demand } from './broken-segment.ts';
import { Fields } from './fields.ts';

export interface Box {
  readonly type: string;
  /** Where it begins, in the bytes that were given. */
  readonly at: number;
  /** What follows its head; a view. */
  readonly body: Uint8Array;
}

export const HEAD_BYTES = 8;

/** The boxes that fill these bytes, at most `max` of them. Boxes with sizes of 64 bits, or up to the end, are refused. */
export function readBoxes(bytes: Uint8Array, max: number): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length;) {
    demand(boxes.length < max, 'It has too many boxes');
    const head = new Fields(bytes.subarray(at));
    const size = head.u32();
    const type = String.fromCodePoint(...head.bytes(4));
    demand(/^[A-Za-z0-9 ]{4}$/.test(type), 'It is not an MP4 file');
    demand(size >= HEAD_BYTES && at + size <= bytes.length, `Its box ‘${type}’ is not whole`);
    boxes.push({ type, at, body: bytes.subarray(at + HEAD_BYTES, at + size) });
    at += size;
  }
  return boxes;
}

/** How often a box may stand in another. */
export type Times = 'once' | 'maybe' | 'some';

const MAX_CHILDREN = 16;

/** What a box holds, by type. Throws where there is anything that the plan does not have, or not so often. */
export function childrenOf<T extends string>(
  parent: string,
  bytes: Uint8Array,
  plan: Readonly<Record<T, Times>>,
): Readonly<Record<T, readonly Box[]>> {
  const found = Map.groupBy(readBoxes(bytes, MAX_CHILDREN), ({ type }) => type);
  for (const type of found.keys())
    demand(Object.hasOwn(plan, type), `A box ‘${type}’ has no place in ‘${parent}’`);
  const entries = Object.entries<Times>(plan).map(([type, times]) => {
    const boxes = found.get(type) ?? [];
    demand(times === 'maybe' || boxes.length > 0, `A box ‘${type}’ is missing in ‘${parent}’`);
    demand(times === 'some' || boxes.length <= 1, `There is more than one box ‘${type}’ in ‘${parent}’`);
    return [type, boxes] as const;
  });
  return Object.fromEntries(entries) as Record<T, Box[]>;
}

/** The fields of a full box (§4.2): what follows its version and flags. */
export function fullBox(box: Box): {
  readonly version: number;
  readonly flags: number;
  readonly fields: Fields;
} {
  const fields = new Fields(box.body);
  const head = fields.u32();
  return { version: head >>> 24, flags: head & 0xffffff, fields };
}
