import { crc32 } from 'node:zlib';
import { orientationOf, orientationOnly } from './orientation.ts';

/** PNG (Third Edition) §5: an eight-byte signature, then chunks of length, type, data and CRC. */
const SIGNATURE_BYTES = 8;
const AROUND_DATA_BYTES = 12;
/** Picture, animation, and chunks that affect colours and size. */
const KEPT = new Set(
  'IHDR PLTE IDAT IEND tRNS acTL fcTL fdAT cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs'.split(' '),
);
const OF_ANIMATION = new Set(['acTL', 'fcTL', 'fdAT']);
const EXIF = 'eXIf';

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
  readonly whole: Buffer;
}

/** The pieces of a PNG without metadata (see `withoutMetadata`). */
export function pngWithoutMetadata(bytes: Uint8Array): Uint8Array[] | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = chunksOf(file);
  const types = new Set(chunks?.map(({ type }) => type));
  if (chunks?.[0]?.type !== 'IHDR' || !types.has('IDAT')) return null;
  const exif = chunks.find(({ type }) => type === EXIF);
  const tiff = exif && orientationOnly(orientationOf(exif.data));
  const [header, ...others] = chunks.filter(({ type }) => KEPT.has(type)).map(({ whole }) => whole);
  return [file.subarray(0, SIGNATURE_BYTES), header!, ...(tiff ? [exifChunk(tiff)] : []), ...others];
}

/** By its header (§11.2.1), and the number of frames that an animation announces or has (§11.3.6). */
export function pngSize(bytes: Uint8Array) {
  const chunks = chunksOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) ?? [];
  const dataOf = (type: string) => chunks.filter((chunk) => chunk.type === type).map(({ data }) => data);
  const [header, another] = dataOf('IHDR');
  if (!header || another || header.length !== 13) return null;
  const announced = dataOf('acTL').map((data) => (data.length === 8 ? data.readUInt32BE(0) : Infinity));
  const frames = Math.max(1, dataOf('fcTL').length, ...announced);
  return { pixels: header.readUInt32BE(0) * header.readUInt32BE(4), frames };
}

/** The picture that a PNG has for programs without animations. */
export function pngStill(bytes: Uint8Array): Uint8Array[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = (chunksOf(file) ?? []).filter(({ type }) => !OF_ANIMATION.has(type));
  return [file.subarray(0, SIGNATURE_BYTES), ...chunks.map(({ whole }) => whole)];
}

/** Up to the picture's end; `null` if it is missing. */
function chunksOf(file: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  let at = SIGNATURE_BYTES;
  while (at + AROUND_DATA_BYTES <= file.length) {
    const length = file.readUInt32BE(at);
    const end = at + AROUND_DATA_BYTES + length;
    if (end > file.length) return null;
    const type = file.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: file.subarray(at + 8, end - 4), whole: file.subarray(at, end) });
    if (type === 'IEND') return chunks;
    at = end;
  }
  return null;
}

function exifChunk(tiff: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(EXIF, 'latin1'), tiff]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(tiff.length);
  around.writeUInt32BE(crc32(typed), 4);
  return Buffer.concat([around.subarray(0, 4), typed, around.subarray(4)]);
}
