/** Parses WebM files, independently of the code under test. */

export interface Element {
  readonly kind: 'cluster' | 'video' | 'audio';
  /** Its offset in the recording; of a Cluster, that of its header. */
  readonly at: number;
  readonly endsAt: number;
  readonly timestampMs: number;
  readonly isKeyframe: boolean;
  readonly data: Uint8Array;
}

const MASTERS = new Set([0x18538067, 0x1f43b675, 0x1654ae6b]);

/** Parses a complete WebM file without validation. */
export function elementsOf(bytes: Uint8Array): Element[] {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const found: Element[] = [];
  const codecs = new Map<number, string>();
  let clusterMs = 0;
  let at = 0;
  const number = (keepsMarker: boolean): number => {
    const length = Math.clz32(view[at] ?? 0) - 23;
    const isLong = length === 8;
    const value = isLong ? Number(view.readBigUInt64BE(at) & 0xffffffffffffffn) : view.readUIntBE(at, length);
    at += length;
    return keepsMarker || isLong ? value : value & (2 ** (7 * length) - 1);
  };
  while (at < bytes.length) {
    const startsAt = at;
    const id = number(true);
    const size = number(false);
    const none = { timestampMs: 0, isKeyframe: false, data: new Uint8Array() };
    if (id === 0x1f43b675) found.push({ kind: 'cluster', at: startsAt, endsAt: at, ...none });
    if (MASTERS.has(id)) continue;
    const data = view.subarray(at, at + size);
    if (id === 0xae)
      codecs.set(data[data.indexOf(0xd7) + 2] ?? 0, data.includes('V_VP8') ? 'video' : 'audio');
    if (id === 0xe7) clusterMs = data.readUIntBE(0, size);
    at += size;
    if (id !== 0xa3) continue;
    found.push({
      kind: codecs.get((data[0] ?? 0) & 0x7f) === 'video' ? 'video' : 'audio',
      at: startsAt,
      endsAt: at,
      timestampMs: clusterMs + data.readInt16BE(1),
      isKeyframe: ((data[3] ?? 0) & 0x80) !== 0,
      data: new Uint8Array(data.subarray(4)),
    });
  }
  return found;
}

export const framesIn = (elements: readonly Element[]): Element[] =>
  elements.filter(({ kind }) => kind === 'video');

/**
 * Writes VP8 frames to an IVF file, one tick apart (as libvpx's `ivfenc.c` does): a header of 32 bytes, then each frame
 * after its length and time.
 */
export function ivfOf(frames: readonly Element[]): Buffer {
  const head = Buffer.alloc(32);
  head.write('DKIF', 0);
  head.writeUInt16LE(32, 6);
  head.write('VP80', 8);
  head.writeUInt32LE(30, 16);
  head.writeUInt32LE(1, 20);
  head.writeUInt32LE(frames.length, 24);
  const parts = frames.flatMap(({ data }, index) => {
    const before = Buffer.alloc(12);
    before.writeUInt32LE(data.length, 0);
    before.writeUInt32LE(index, 4);
    return [before, data];
  });
  return Buffer.concat([head, ...parts]);
}
