import { orientationOf, orientationOnly } from './orientation.ts';

/** ISO 10918-1 §B.1.1.3: the second bytes of markers. */
const START = Buffer.from([0xff, 0xd8]);
const END = Buffer.from([0xff, 0xd9]);
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;

/** Markers between the frames' ones (0xc0 to 0xcf) that begin no frame: tables, and a reserved one. */
const NO_FRAMES = new Set([0xc4, 0xc8, 0xcc]);
/** A progressive picture has some ten; each further one makes a browser go over all its pixels again. */
const MAX_SCANS = 100;

const JFIF = 'JFIF\0';
const EXIF = 'Exif\0\0';
/** Colour profiles (ICC.1:2022 §B.4), and Adobe's marker, which CMYK needs. */
const OF_COLOURS = new Map([
  [APP2, 'ICC_PROFILE\0'],
  [APP14, 'Adobe'],
]);
/** JFIF 1.02: version, unit and density; the size of a thumbnail follows. */
const JFIF_BYTES = JFIF.length + 7;

interface Segment {
  readonly marker: number;
  /** Behind marker and length. */
  readonly payload: Buffer;
  /** With the coded picture that follows a start of scan. */
  readonly whole: Buffer;
}

/** The pieces of a JPEG without metadata (see `withoutMetadata`). Adds a missing end. */
export function jpegWithoutMetadata(bytes: Uint8Array): Uint8Array[] | null {
  const segments = segmentsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (!segments?.some(({ marker }) => marker === START_OF_SCAN)) return null;
  const jfif = segments.find(({ marker, payload }) => marker === APP0 && begins(payload, JFIF));
  const exif = segments.find(({ marker, payload }) => marker === APP1 && begins(payload, EXIF));
  const tiff = exif && orientationOnly(orientationOf(exif.payload.subarray(EXIF.length)));
  return [
    START,
    ...(jfif && jfif.payload.length >= JFIF_BYTES ? [jfifOnly(jfif.payload)] : []),
    ...(tiff ? [segment(APP1, Buffer.concat([Buffer.from(EXIF, 'latin1'), tiff]))] : []),
    ...segments.filter(isKept).map(({ whole }) => whole),
    END,
  ];
}

/** By its only frame (§B.2.2). `null` without one, and for more scans than any encoder writes. */
export function jpegSize(bytes: Uint8Array) {
  const segments = segmentsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) ?? [];
  const [frame, another] = segments.filter(({ marker }) => isFrame(marker));
  const scans = segments.filter(({ marker }) => marker === START_OF_SCAN);
  if (!frame || another || frame.payload.length < 6 || scans.length > MAX_SCANS) return null;
  // Precision, height, width.
  return { pixels: frame.payload.readUInt16BE(1) * frame.payload.readUInt16BE(3), frames: 1 };
}

/** Tables, frames, scans and colour profiles; no comments and other application data. */
function isKept({ marker, payload }: Segment): boolean {
  const ofColours = OF_COLOURS.get(marker);
  if (ofColours !== undefined) return begins(payload, ofColours);
  return marker >= 0xc0 && marker < APP0;
}

/** Up to the picture's end; `null` if something else is in between. */
function segmentsOf(bytes: Buffer): Segment[] | null {
  const segments: Segment[] = [];
  let at = START.length;
  while (at < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1];
    if (marker === 0xff) at += 1;
    else if (marker === END_OF_IMAGE) return segments;
    else {
      // Restarts, which occur only in scans, have no length.
      if (marker === undefined || marker < 0x02 || isRestart(marker) || at + 4 > bytes.length) return null;
      const length = bytes.readUInt16BE(at + 2);
      const behind = at + 2 + length;
      if (length < 2 || behind > bytes.length) return null;
      const end = marker === START_OF_SCAN ? endOfScan(bytes, behind) : behind;
      segments.push({ marker, payload: bytes.subarray(at + 4, behind), whole: bytes.subarray(at, end) });
      at = end;
    }
  }
  return segments;
}

/** In a scan 0xff is followed by a zero or is a restart; any other marker ends it. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next !== undefined && next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  return bytes.length;
}

const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;

const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker);

const begins = (payload: Buffer, name: string): boolean =>
  payload.subarray(0, name.length).toString('latin1') === name;

const jfifOnly = (payload: Buffer): Buffer =>
  segment(APP0, Buffer.concat([payload.subarray(0, JFIF_BYTES), Buffer.alloc(2)]));

function segment(marker: number, payload: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([head, payload]);
}
