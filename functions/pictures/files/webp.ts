import { orientationOf, orientationOnly } from './orientation.ts';

/** RFC 9649 §2.3: a chunk has a name of four characters, a size, and data padded to an even number of bytes. */
const CHUNK_HEAD_BYTES = 8;
/** `RIFF`, the size of the rest, `WEBP`. */
const FILE_HEAD_BYTES = 12;
/** Picture, transparency, animation and colour profile. */
const KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const FRAME = 'ANMF';
/** Of an animation's frame, before its chunks (§2.7.1.1). */
const FRAME_HEAD_BYTES = 16;
const EXTENDED = 'VP8X';
/** Flags of an extended file (§2.7): there is EXIF, there is XMP. */
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;
/** Some writers put this before the TIFF. */
const JPEG_PREFIX = Buffer.from('Exif\0\0', 'latin1');

interface Chunk {
  readonly name: string;
  readonly data: Buffer;
}

/** The pieces of a WebP without metadata (see `withoutMetadata`). */
export function webpWithoutMetadata(bytes: Uint8Array): Uint8Array[] | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = chunksOfFile(file);
  const isExtended = chunks?.[0]?.name === EXTENDED;
  if (!chunks?.some(({ name }) => ['VP8 ', 'VP8L', FRAME].includes(name))) return null;
  const exif = isExtended ? chunks.find(({ name }) => name === 'EXIF') : undefined;
  const tiff = exif ? orientationOnly(orientationOf(tiffOf(exif.data))) : null;
  const kept: Chunk[] = [];
  for (const chunk of chunks.filter(({ name }) => KEPT.has(name))) {
    const cleaned = keptOf(chunk, tiff !== null);
    if (!cleaned) return null;
    kept.push(cleaned);
  }
  if (tiff) kept.push({ name: 'EXIF', data: Buffer.from(tiff) });
  return fileOf(file, kept);
}

/** An animation of the first frame alone. */
export function webpStill(bytes: Uint8Array): Uint8Array[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = chunksOfFile(file) ?? [];
  const first = chunks.find(({ name }) => name === FRAME);
  return fileOf(
    file,
    chunks.filter((chunk) => chunk.name !== FRAME || chunk === first),
  );
}

function fileOf(file: Buffer, chunks: readonly Chunk[]): Uint8Array[] {
  const body = chunks.flatMap(written);
  const head = Buffer.from(file.subarray(0, FILE_HEAD_BYTES));
  head.writeUInt32LE(4 + body.reduce((sum, { length }) => sum + length, 0), 4);
  return [head, ...body];
}

/** The largest of the sizes that its canvas, frames and coded pictures give, because decoders use different ones. */
export function webpSize(bytes: Uint8Array) {
  const chunks = chunksOfFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) ?? [];
  const frames = chunks.filter(({ name }) => name === FRAME);
  const inFrames = frames.map(({ data }) => chunksOf(data.subarray(FRAME_HEAD_BYTES)) ?? []);
  const sizes = [...chunks, ...inFrames.flat()].flatMap((chunk) => SIZES[chunk.name]?.(chunk.data) ?? []);
  if (sizes.length === 0 || sizes.includes(0)) return null;
  return { pixels: Math.max(...sizes), frames: Math.max(1, frames.length) };
}

/** Pixels by kind of chunk; 0 if it is invalid. */
const SIZES: Readonly<Record<string, (data: Buffer) => number>> = {
  /** §2.7: flags, three bytes reserved, width and height less one. */
  [EXTENDED]: (data) => (data.length < 10 ? 0 : (data.readUIntLE(4, 3) + 1) * (data.readUIntLE(7, 3) + 1)),
  /** §2.7.1.1: two positions, width and height less one. */
  [FRAME]: (data) =>
    data.length < FRAME_HEAD_BYTES ? 0 : (data.readUIntLE(6, 3) + 1) * (data.readUIntLE(9, 3) + 1),
  /** RFC 6386 §9.1: a frame's tag of three bytes, a start code, then width and height in 14 bits each. */
  'VP8 ': (data) =>
    data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a
      ? 0
      : (data.readUInt16LE(6) & 0x3fff) * (data.readUInt16LE(8) & 0x3fff),
  /** RFC 9649 §3.4: a signature, then width and height less one in 14 bits each. */
  VP8L: (data) => {
    if (data.length < 5 || data[0] !== 0x2f) return 0;
    const bits = data.readUInt32LE(1);
    return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1);
  },
};

function chunksOfFile(file: Buffer): Chunk[] | null {
  if (file.length < FILE_HEAD_BYTES) return null;
  const end = CHUNK_HEAD_BYTES + file.readUInt32LE(4);
  return end <= file.length ? chunksOf(file.subarray(FILE_HEAD_BYTES, end)) : null;
}

function chunksOf(body: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  let at = 0;
  while (at + CHUNK_HEAD_BYTES <= body.length) {
    const size = body.readUInt32LE(at + 4);
    const data = at + CHUNK_HEAD_BYTES;
    if (data + size > body.length) return null;
    chunks.push({ name: body.toString('latin1', at, at + 4), data: body.subarray(data, data + size) });
    at = data + size + (size % 2);
  }
  return chunks;
}

/** `null` for an invalid frame. */
function keptOf({ name, data }: Chunk, hasExif: boolean): Chunk | null {
  if (name === EXTENDED && data.length > 0) {
    const flags = (data[0]! & ~(HAS_EXIF | HAS_XMP)) | (hasExif ? HAS_EXIF : 0);
    return { name, data: Buffer.concat([Buffer.from([flags]), data.subarray(1)]) };
  }
  if (name !== FRAME) return { name, data };
  const chunks = data.length < FRAME_HEAD_BYTES ? null : chunksOf(data.subarray(FRAME_HEAD_BYTES));
  const kept = chunks?.filter((chunk) => KEPT.has(chunk.name)).flatMap(written);
  return kept ? { name, data: Buffer.concat([data.subarray(0, FRAME_HEAD_BYTES), ...kept]) } : null;
}

function written({ name, data }: Chunk): Buffer[] {
  const head = Buffer.alloc(CHUNK_HEAD_BYTES);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return [head, data, Buffer.alloc(data.length % 2)];
}

const tiffOf = (data: Buffer): Buffer =>
  data.subarray(0, JPEG_PREFIX.length).equals(JPEG_PREFIX) ? data.subarray(JPEG_PREFIX.length) : data;
