import { childrenOf, EbmlError, ID, readVariableInteger, TRACK_NUMBER } from './ebml.ts';

/** A frame or packet as it lies in a Block, with the time relative to its Cluster. */
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

/**
 * Reads a BlockGroup (RFC 9559 §5.1.3.5), as Chromium writes them for pictures with transparency. Its Block (§10.1) has
 * no flag for keyframes: they are what refers to no other block. The transparency is left out.
 */
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
