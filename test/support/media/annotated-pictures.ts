/** Minimal pictures of each type, and the same with all the metadata that cameras and editors add. */
import { crc32 } from 'node:zlib';
import type { PictureType } from '#functions/pictures/files/picture-type.ts';

/** Part of every annotation, so that tests can search for it. */
export const SECRET = 'N 48.2082 E 16.3738';

type Bytes = Uint8Array<ArrayBuffer>;
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const join = (...parts: readonly Uint8Array[]): Bytes => Uint8Array.from(Buffer.concat(parts));

/** TIFF 6.0 §2: a directory with this orientation and a description, in either byte order. */
export function tiff(orientation: number, isLittle = true): Buffer {
  const text = latin(`${SECRET}\0`);
  const bytes = Buffer.alloc(8 + 2 + 24 + 4);
  const short = (value: number, at: number) =>
    isLittle ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    isLittle ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at);
  bytes.write(isLittle ? 'II' : 'MM', 'latin1');
  short(42, 2);
  long(8, 4);
  short(2, 8);
  short(0x010e, 10);
  short(2, 12);
  long(text.length, 14);
  long(bytes.length, 18);
  short(0x0112, 22);
  short(3, 24);
  long(1, 26);
  short(orientation, 30);
  return Buffer.concat([bytes, text]);
}

export function jpegSegment(marker: number, payload: Uint8Array): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(payload.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, payload]);
}

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const typed = Buffer.concat([latin(type), data]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(data.length);
  numbers.writeUInt32BE(crc32(typed), 4);
  return Buffer.concat([numbers.subarray(0, 4), typed, numbers.subarray(4)]);
}

export function riffChunk(name: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

export const webpOf = (...chunks: readonly Uint8Array[]): Bytes =>
  join(riffChunk('RIFF', Buffer.concat([latin('WEBP'), ...chunks])));

export function pngHeader(width: number, height: number): Buffer {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  return pngChunk('IHDR', data);
}

/** Header of an extended file: flags, three reserved bytes, width and height minus one. */
export function extended(width: number, height: number, flags = 0): Buffer {
  const data = Buffer.from([flags, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return riffChunk('VP8X', data);
}

/** A key frame: tag, start code, width and height. */
export function vp8(width: number, height: number): Buffer {
  const data = Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a, 0, 0, 0, 0, ...latin('coded')]);
  data.writeUInt16LE(width, 6);
  data.writeUInt16LE(height, 8);
  return riffChunk('VP8 ', data);
}

export function vp8l(width: number, height: number): Buffer {
  const data = Buffer.from([0x2f, 0, 0, 0, 0, ...latin('coded')]);
  data.writeUInt32LE((width - 1) | ((height - 1) << 14), 1);
  return riffChunk('VP8L', data);
}

/** A frame of an animation: two positions, width and height minus one, duration, flags. */
export function animationFrame(width: number, height: number, ...chunks: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(16);
  head.writeUIntLE(width - 1, 6, 3);
  head.writeUIntLE(height - 1, 9, 3);
  return riffChunk('ANMF', Buffer.concat([head, ...chunks]));
}

const JPEG_START = Buffer.from([0xff, 0xd8]);
/** Frame header of a grey picture: precision, height, width, one component. */
const frame = (width: number, height: number): Buffer => {
  const payload = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  payload.writeUInt16BE(height, 1);
  payload.writeUInt16BE(width, 3);
  return jpegSegment(0xc0, payload);
};
const SCAN = Buffer.concat([
  jpegSegment(0xda, Buffer.from([1, 2])),
  Buffer.from([7, 0xff, 0, 0xff, 0xd0, 9]),
]);
const JPEG_END = Buffer.from([0xff, 0xd9]);
const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const [IHDR, IDAT, IEND] = [
  pngHeader(2, 2),
  pngChunk('IDAT', latin('coded')),
  pngChunk('IEND', Buffer.alloc(0)),
];
/** Returns a PNG with these chunks before the image data. */
export const pngOf = (width: number, height: number, ...chunks: readonly Uint8Array[]): Bytes =>
  join(PNG_START, pngHeader(width, height), ...chunks, IDAT, IEND);
export const jpegOf = (width: number, height: number, scans = 1): Bytes =>
  join(JPEG_START, frame(width, height), ...Array<Buffer>(scans).fill(SCAN), JPEG_END);
const VP8 = vp8(2, 2);

/** What cameras and editors write. */
export type PhotoType = Exclude<PictureType, 'image/gif' | 'image/avif'>;

export const PLAIN: Readonly<Record<PhotoType, Bytes>> = {
  'image/jpeg': jpegOf(2, 2),
  'image/png': pngOf(2, 2),
  'image/webp': webpOf(extended(2, 2), VP8),
};

/** Returns the same picture with all metadata, in the given orientation. */
export const annotated = (type: PhotoType, orientation = 1): Bytes =>
  ANNOTATED[type](tiff(orientation, orientation % 2 === 0));

const ANNOTATED: Readonly<Record<PhotoType, (exif: Buffer) => Bytes>> = {
  'image/jpeg': (exif) =>
    join(
      JPEG_START,
      jpegSegment(0xe1, Buffer.concat([latin('Exif\0\0'), exif])),
      jpegSegment(0xe1, latin(`http://ns.adobe.com/xap/1.0/\0${SECRET}`)),
      jpegSegment(0xe2, latin(`MPF\0${SECRET}`)),
      jpegSegment(0xed, latin(`Photoshop 3.0\0${SECRET}`)),
      jpegSegment(0xfe, latin(SECRET)),
      frame(2, 2),
      SCAN,
      JPEG_END,
      // Phones append a second picture with its own metadata after the first.
      latin(SECRET),
    ),
  'image/png': (exif) =>
    join(
      PNG_START,
      IHDR,
      pngChunk('eXIf', exif),
      pngChunk('tEXt', latin(`Comment\0${SECRET}`)),
      pngChunk('iTXt', latin(`XML:com.adobe.xmp\0\0\0\0\0${SECRET}`)),
      pngChunk('tIME', latin('1234567')),
      pngChunk('prVt', latin(SECRET)),
      IDAT,
      IEND,
      latin(SECRET),
    ),
  'image/webp': (exif) =>
    join(
      webpOf(
        extended(2, 2, 0x0c),
        VP8,
        riffChunk('EXIF', exif),
        riffChunk('XMP ', latin(SECRET)),
        riffChunk('MINE', latin(SECRET)),
      ),
      latin(SECRET),
    ),
};
