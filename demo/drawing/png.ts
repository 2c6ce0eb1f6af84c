import { crc32, deflateSync } from 'node:zlib';
import type { Picture } from './picture.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** PNG (Third Edition) §11.2.1: 8 bits a channel, truecolour with alpha. */
const BIT_DEPTH = 8;
const TRUECOLOUR_WITH_ALPHA = 6;
/** §9.2: each byte minus that of the pixel to its left. */
const FILTER_SUB = 1;

/** Encodes the picture as a PNG file (PNG, Third Edition). */
export function encodePng(picture: Picture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(picture.columns, 0);
  header.writeUInt32BE(picture.rows, 4);
  header.set([BIT_DEPTH, TRUECOLOUR_WITH_ALPHA], 8);
  const data = deflateSync(filteredRows(picture));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** §5.3: length, type, data, and the checksum of the latter two. */
function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

function filteredRows(picture: Picture): Buffer {
  const { columns, rows: count } = picture;
  const bytes = straightBytes(picture);
  const rowBytes = columns * 4;
  const rows = Buffer.alloc(count * (rowBytes + 1));
  for (let row = 0; row < count; row += 1) {
    const to = row * (rowBytes + 1);
    rows[to] = FILTER_SUB;
    for (let index = 0; index < rowBytes; index += 1) {
      const at = row * rowBytes + index;
      const left = index < 4 ? 0 : (bytes[at - 4] ?? 0);
      rows[to + 1 + index] = (bytes[at] ?? 0) - left;
    }
  }
  return rows;
}

/** PNG's colours are not premultiplied by alpha (§4.4). */
function straightBytes({ pixels }: Picture): Uint8ClampedArray {
  const bytes = new Uint8ClampedArray(pixels.length);
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 0;
    if (alpha === 0) continue;
    for (let channel = 0; channel < 3; channel += 1) {
      bytes[at + channel] = ((pixels[at + channel] ?? 0) / alpha) * 255;
    }
    bytes[at + 3] = alpha * 255;
  }
  return bytes;
}
