/** Minimal pictures of the types that emotes alone can have. */
import { SECRET } from './annotated-pictures.ts';

type Bytes = Uint8Array<ArrayBuffer>;
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const join = (...parts: readonly Uint8Array[]): Bytes => Uint8Array.from(Buffer.concat(parts));

function numbers(bytes: 2 | 4, isLittle: boolean, ...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(bytes * values.length);
  for (const [index, value] of values.entries())
    if (isLittle) buffer.writeUIntLE(value, index * bytes, bytes);
    else buffer.writeUIntBE(value, index * bytes, bytes);
  return buffer;
}
const little = (...values: readonly number[]): Buffer => numbers(2, true, ...values);
const short = (...values: readonly number[]): Buffer => numbers(2, false, ...values);
const long = (...values: readonly number[]): Buffer => numbers(4, false, ...values);

/** A frame in its own place, with two pixels' codes. */
export const gifFrame = (width: number, height: number, left = 0): Buffer =>
  Buffer.concat([
    Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c]),
    little(left, 0, width, height),
    Buffer.from([0, 2, 2, 0x4c, 0x01, 0]),
  ]);
export const gifComment = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x21, 0xfe, text.length]), latin(text), Buffer.from([0])]);
export const GIF_LOOP = Buffer.concat([
  Buffer.from([0x21, 0xff, 11]),
  latin('NETSCAPE2.0'),
  Buffer.from([3, 1, 0, 0, 0]),
]);
/** With two colours. */
export const gifOf = (width: number, height: number, ...blocks: readonly Uint8Array[]): Bytes =>
  join(
    latin('GIF89a'),
    little(width, height),
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    ...blocks,
    Buffer.from([0x3b]),
  );

export const box = (type: string, ...content: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([long(body.length + 8), latin(type), body]);
};
const fullBox = (type: string, version: number, ...content: readonly Uint8Array[]): Buffer =>
  box(type, Buffer.from([version, 0, 0, 0]), ...content);

/** An AV1 sequence header of a still picture, and a frame that no decoder reads. */
function codedPicture(width: number, height: number): Buffer {
  const size = (value: number) => (value - 1).toString(2).padStart(16, '0');
  const bits = `000${'1'}${'1'}00000${'1111'}${'1111'}${size(width)}${size(height)}`.padEnd(56, '0');
  const header = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
  return Buffer.concat([Buffer.from([0x0a, header.length]), header, Buffer.from([0x32, 5]), latin('coded')]);
}

interface AvifOptions {
  /** Of the AV1 data. @default as the file says */
  readonly coded?: readonly [width: number, height: number];
  /** An item of metadata, and boxes that pictures do not need. @default false */
  readonly isAnnotated?: boolean;
  /** @default av01 */
  readonly itemType?: string;
  readonly brand?: string;
}

export function avifOf(width: number, height: number, options: AvifOptions = {}): Bytes {
  const { coded = [width, height], isAnnotated = false, itemType = 'av01', brand = 'avif' } = options;
  const picture = codedPicture(...coded);
  const exif = latin(SECRET);
  const item = (id: number, type: string, name: string) =>
    fullBox('infe', 2, short(id, 0), latin(`${type}${name}\0`));
  const start = box('ftyp', latin(`${brand}\0\0\0\0${brand}mif1`));
  const meta = (at: number) =>
    fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, long(0), latin('pict'), Buffer.alloc(12), latin(isAnnotated ? `${SECRET}\0` : '\0')),
      fullBox('pitm', 0, short(1)),
      fullBox(
        'iinf',
        0,
        short(isAnnotated ? 2 : 1),
        item(1, itemType, isAnnotated ? SECRET : ''),
        ...(isAnnotated ? [item(2, 'Exif', '')] : []),
      ),
      fullBox(
        'iloc',
        0,
        Buffer.from([0x44, 0]),
        short(isAnnotated ? 2 : 1, 1, 0, 1),
        long(at, picture.length),
        ...(isAnnotated ? [short(2, 0, 1), long(at + picture.length, exif.length)] : []),
      ),
      box(
        'iprp',
        box('ipco', fullBox('ispe', 0, long(width, height)), ...(isAnnotated ? [box('uuid', exif)] : [])),
      ),
    );
  const at = start.length + meta(0).length + 8;
  const rest = isAnnotated ? [exif] : [];
  return join(start, meta(at), box('mdat', picture, ...rest), ...(isAnnotated ? [box('moov', exif)] : []));
}
