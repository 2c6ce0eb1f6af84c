/** Boxes of ISO 14496-12, as far as segments must be looked into once they are written. Pure. */

export interface Mp4Box {
  readonly type: string;
  /** What follows the box's head; a view, so that what is written into it changes the file. */
  readonly body: DataView;
}

/** Boxes that hold boxes and nothing else (ISO 14496-12 §6.2, table 1). */
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'moof', 'traf']);

/** All boxes of a file, each before its children. Throws `RangeError` where one is not whole. */
export function* boxesOf(bytes: Uint8Array): Generator<Mp4Box> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at < bytes.length) {
    // ISO 14496-12 §4.2: 32 bits of size, which includes the head, and four letters.
    const size = view.getUint32(at);
    if (size < 8 || at + size > bytes.length) throw new RangeError(`A box at byte ${at} is not whole`);
    const type = String.fromCodePoint(...bytes.subarray(at + 4, at + 8));
    yield { type, body: new DataView(bytes.buffer, bytes.byteOffset + at + 8, size - 8) };
    if (CONTAINERS.has(type)) yield* boxesOf(bytes.subarray(at + 8, at + size));
    at += size;
  }
}

/** Numbers a fragment, in place (`mfhd`, ISO 14496-12 §8.8.5): numbers rise along the stream. */
export function numberFragments(segment: Uint8Array, sequenceNumber: number): void {
  for (const { type, body } of boxesOf(segment)) if (type === 'mfhd') body.setUint32(4, sequenceNumber);
}

/** Takes the times of its making out of an init segment, in place, so that equal streams have equal ones. */
export function forgetTimes(init: Uint8Array): void {
  for (const { type, body } of boxesOf(init)) {
    // ISO 14496-12 §8.2.2, §8.3.2, §8.4.2: creation and modification time, of 64 bits each in version 1.
    if (!['mvhd', 'tkhd', 'mdhd'].includes(type)) continue;
    const bytes = body.getUint8(0) === 1 ? 16 : 8;
    for (let at = 4; at < 4 + bytes; at += 1) body.setUint8(at, 0);
  }
}
