/** GIF89a: a header, a logical screen, and blocks up to a trailer. */
const HEAD_BYTES = 13;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const CONTROL = 0xf9;
const APPLICATION = 0xff;
/** How often an animation repeats. All other application extensions are metadata. */
const LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);
const IMAGE_HEAD_BYTES = 10;

interface Block {
  readonly kind: number;
  readonly whole: Buffer;
}

interface Gif {
  /** Header, screen and its colours. */
  readonly head: Buffer;
  readonly blocks: readonly Block[];
}

/** The pieces of a GIF without metadata (see `withoutMetadata`). */
export function gifWithoutMetadata(bytes: Uint8Array): Uint8Array[] | null {
  const gif = gifOf(bytes);
  if (!gif?.blocks.some(isImage)) return null;
  return [gif.head, ...gif.blocks.filter(isKept).map(({ whole }) => whole), Buffer.from([TRAILER])];
}

/** Browsers make the screen as large as its frames. */
export function gifSize(bytes: Uint8Array) {
  const gif = gifOf(bytes);
  const frames = gif?.blocks.filter(isImage) ?? [];
  if (!gif || frames.some(({ whole }) => whole.readUInt16LE(5) * whole.readUInt16LE(7) === 0)) return null;
  const edges = (at: number) =>
    frames.map(({ whole }) => whole.readUInt16LE(at) + whole.readUInt16LE(at + 4));
  const width = Math.max(gif.head.readUInt16LE(6), ...edges(1));
  const height = Math.max(gif.head.readUInt16LE(8), ...edges(3));
  return { pixels: width * height, frames: frames.length };
}

/** Ends after the first frame. */
export function gifStill(bytes: Uint8Array): Uint8Array[] {
  const { head, blocks } = gifOf(bytes)!;
  const first = blocks.slice(0, blocks.findIndex(isImage) + 1);
  return [head, ...first.map(({ whole }) => whole), Buffer.from([TRAILER])];
}

const isImage = ({ kind }: Block): boolean => kind === IMAGE;

/** No comments, texts, and data of other programs. */
const isKept = ({ kind, whole }: Block): boolean =>
  kind === IMAGE ||
  whole[1] === CONTROL ||
  (whole[1] === APPLICATION && LOOPS.has(whole.toString('latin1', 3, 14)));

/** Up to the trailer; `null` if it is missing, something else is in between, or a block is cut off. */
function gifOf(bytes: Uint8Array): Gif | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < HEAD_BYTES) return null;
  const begin = HEAD_BYTES + coloursBytes(file[10]!);
  if (begin > file.length) return null;
  const blocks: Block[] = [];
  let at = begin;
  while (file[at] !== TRAILER) {
    const end = endOfBlock(file, at);
    if (end === null) return null;
    blocks.push({ kind: file[at]!, whole: file.subarray(at, end) });
    at = end;
  }
  return { head: file.subarray(0, begin), blocks };
}

function endOfBlock(file: Buffer, at: number): number | null {
  if (file[at] === EXTENSION) return endOfData(file, at + 2);
  if (file[at] !== IMAGE || at + IMAGE_HEAD_BYTES > file.length) return null;
  // A byte for the size of codes precedes the data.
  return endOfData(file, at + IMAGE_HEAD_BYTES + coloursBytes(file[at + 9]!) + 1);
}

/** Parts of up to 255 bytes, each after its length, until one is empty. */
function endOfData(file: Buffer, from: number): number | null {
  for (let at = from; at < file.length; at += file[at]! + 1) if (file[at] === 0) return at + 1;
  return null;
}

/** A table of three bytes each, whose size is a power of two. */
const coloursBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
