/** A frame or packet in a Block, with its time relative to its Cluster. */
export interface RawBlock {
  readonly track: number;
  readonly offsetMs: number;
  readonly isKeyframe: boolean;
  readonly data: Uint8Array;
}

const KEYFRAME_FLAG = 0x80;
/** Several frames in one block (RFC 9559 §10.3); browsers do not write them. */
const LACING_FLAGS = 0x06;

/** Reads a SimpleBlock (RFC 9559 §10.2): track, 16 bits of signed time, flags, frame. Throws `EbmlError` otherwise. */
export function readSimpleBlock(data: Uint8Array): RawBlock {
  const track = readVariableInteger(data, 0, TRACK_NUMBER);
  if (!track || track.nextAt + 3 >= data.length) throw new EbmlError('A block without a frame');
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const flags = view.getUint8(track.nextAt + 2);
  if (flags & LACING_FLAGS) throw new EbmlError('A block with lacing');
  return {
    track: track.value,
    offsetMs: view.getInt16(track.nextAt),
    isKeyframe: (flags & KEYFRAME_FLAG) !== 0,
    data: data.subarray(track.nextAt + 3),
  };
}

/** Reads a BlockGroup (RFC 9559 §5.1.3.5) without its transparency. A keyframe refers to no other block. */
export function readBlockGroup(data: Uint8Array): RawBlock {
  let block: RawBlock | undefined;
  let isKeyframe = true;
  for (const child of childrenOf(data)) {
    if (child.id === ID.block) block = readSimpleBlock(child.data);
    if (child.id === ID.referenceBlock) isKeyframe = false;
  }
  if (!block) throw new EbmlError('A group without a block');
  return { ...block, isKeyframe };
}

/** EBML (RFC 8794), the syntax of WebM. Functions return `undefined` if the bytes end too early. Pure. */

/** Ids with their length marker (RFC 8794 §5; RFC 9559 §5). */
export const ID = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  audio: 0xe1,
  channels: 0x9f,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  position: 0xa7,
  previousSize: 0xab,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  referenceBlock: 0xfb,
  cues: 0x1c53bb6b,
  tags: 0x1254c367,
  void: 0xec,
  crc32: 0xbf,
} as const;

/** A length of ones only is unknown (RFC 8794 §6.2), as in everything that is written live. */
export const UNKNOWN_SIZE = -1;

export interface ElementHead {
  readonly id: number;
  readonly dataAt: number;
  readonly size: number;
}

export class EbmlError extends Error {
  override readonly name = 'EbmlError';
}

/** Reads an element's id and length (RFC 8794 §4–§6). Throws `EbmlError` if more bytes cannot complete it. */
export function readElementHead(bytes: Uint8Array, at: number): ElementHead | undefined {
  const id = readVariableInteger(bytes, at, { maxLength: 4, keepsMarker: true });
  if (!id) return undefined;
  const size = readVariableInteger(bytes, id.nextAt, { maxLength: 8, keepsMarker: false });
  return size && { id: id.value, dataAt: size.nextAt, size: size.value };
}

export const TRACK_NUMBER = { maxLength: 8, keepsMarker: false } as const;

interface VariableInteger {
  readonly value: number;
  readonly nextAt: number;
}

/** RFC 8794 §4: as many zero bits as there are further bytes, a one, then the value. */
export function readVariableInteger(
  bytes: Uint8Array,
  at: number,
  { maxLength, keepsMarker }: { readonly maxLength: number; readonly keepsMarker: boolean },
): VariableInteger | undefined {
  const first = bytes[at];
  if (first === undefined) return undefined;
  const length = Math.clz32(first) - 23;
  if (length > maxLength) throw new EbmlError('No variable-length integer of EBML');
  if (at + length > bytes.length) return undefined;
  const mask = keepsMarker ? 0xff : 2 ** (8 - length) - 1;
  const value = readUnsigned(bytes.subarray(at + 1, at + length), first & mask);
  const isUnknown = !keepsMarker && value === unknownOf(length);
  return { value: isUnknown ? UNKNOWN_SIZE : value, nextAt: at + length };
}

/** Numbers above 53 bits are inexact; eight bytes of ones become 2^56. */
const unknownOf = (length: number): number => (length === 8 ? 2 ** 56 : 2 ** (7 * length) - 1);

/** An unsigned integer element's data (RFC 8794 §7.2): big-endian. */
export function readUnsigned(data: Uint8Array, start = 0): number {
  let value = start;
  for (const byte of data) value = value * 256 + byte;
  return value;
}

/** The children of a complete master element. Throws `EbmlError` if they do not fit into it. */
export function* childrenOf(data: Uint8Array): Generator<{ readonly id: number; readonly data: Uint8Array }> {
  let at = 0;
  while (at < data.length) {
    const head = readElementHead(data, at);
    if (!head || head.size === UNKNOWN_SIZE || head.dataAt + head.size > data.length)
      throw new EbmlError('An element ends outside of its parent');
    yield { id: head.id, data: data.subarray(head.dataAt, head.dataAt + head.size) };
    at = head.dataAt + head.size;
  }
}

export const textOf = (data: Uint8Array): string =>
  new TextDecoder('latin1').decode(data).replace(/\0+$/, '');
