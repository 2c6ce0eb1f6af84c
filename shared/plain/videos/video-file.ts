/**
 * Recognizes files by their first bytes, regardless of name and headers. The browser checks before an upload, and the
 * server checks again. Pure.
 */

/** Bytes needed from the start: three packets of MPEG-TS. */
export const SNIFFED_BYTES = 600;

/** What a file is that is no video. */
export type OtherFile =
  | 'mp3'
  | 'm4a'
  | 'aac'
  | 'flac'
  | 'ogg'
  | 'amr'
  | 'wav'
  | 'aiff'
  | 'jpeg'
  | 'png'
  | 'gif'
  | 'webp'
  | 'picture'
  | 'pdf'
  | 'zip'
  | 'text'
  | 'other';

/** First boxes of MP4, MOV and 3GP (ISO/IEC 14496-12 §4.2): the type follows the length. */
const MP4_BOXES = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);
/** Brands of pictures and audio, which phones store in the same container. */
const PICTURE_BRANDS = /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1|avif|avis|crx )$/;
const SOUND_BRANDS = /^(M4A |M4B |M4P |F4A |F4B )$/;
/** Matroska and WebM (RFC 8794 §11.2.1). */
const EBML = '\x1a\x45\xdf\xa3';
/** An MPEG program stream (ISO/IEC 13818-1 §2.5.3.3). */
const PACK_HEADER = '\0\0\x01\xba';
/** The first half of ASF's header object, whose id is a GUID. */
const ASF = '\x30\x26\xb2\x75\x8e\x66\xcf\x11';

/** An MXF partition (SMPTE ST 377-1 §7.1). */
const MXF = '\x06\x0e\x2b\x34';

/** Frequent mistakes, by their first bytes. */
const STARTS: Readonly<Partial<Record<OtherFile, readonly string[]>>> = {
  mp3: ['ID3', '\xff\xfb', '\xff\xfa', '\xff\xf3', '\xff\xf2', '\xff\xe3'],
  aac: ['\xff\xf1', '\xff\xf9'],
  flac: ['fLaC'],
  ogg: ['OggS'],
  amr: ['#!AMR'],
  jpeg: ['\xff\xd8\xff'],
  png: ['\x89PNG'],
  gif: ['GIF8'],
  pdf: ['%PDF'],
  zip: ['PK\x03\x04', 'PK\x05\x06'],
};
/** Files in chunks, by type: form, four bytes of length, type. */
const FORMS: Readonly<Record<string, OtherFile>> = {
  RIFFWAVE: 'wav',
  RIFFWEBP: 'webp',
  FORMAIFF: 'aiff',
  FORMAIFC: 'aiff',
};

/** Video containers that MediaConvert accepts. */
export function isVideoContainer(head: Uint8Array): boolean {
  const text = latin1(head);
  if ([EBML, PACK_HEADER, ASF, MXF].some((start) => text.startsWith(start))) return true;
  // The first page of each track is at the beginning.
  if (text.startsWith('OggS') && text.includes('\x80theora')) return true;
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'AVI ') return true;
  if (text.startsWith('FLV\x01')) return true;
  if (isTransportStream(head)) return true;
  return MP4_BOXES.has(text.slice(4, 8)) && !otherBrand(text);
}

/** What a file is instead of a video; `null` for videos. */
export function whyNoVideo(head: Uint8Array): OtherFile | 'empty' | null {
  if (isVideoContainer(head)) return null;
  return head.length === 0 ? 'empty' : otherThan(head);
}

const latin1 = (head: Uint8Array): string => String.fromCharCode(...head.subarray(0, SNIFFED_BYTES));

function otherThan(head: Uint8Array): OtherFile {
  const text = latin1(head);
  const isBegun = ([, starts]: readonly [string, readonly string[]]) =>
    starts.some((start) => text.startsWith(start));
  return (
    otherBrand(text) ??
    FORMS[text.slice(0, 4) + text.slice(8, 12)] ??
    (Object.entries(STARTS).find(isBegun)?.[0] as OtherFile | undefined) ??
    (isText(head) ? 'text' : 'other')
  );
}

/** The kind of an MP4 container without video, by its brand. */
function otherBrand(text: string): OtherFile | null {
  if (text.slice(4, 8) !== 'ftyp') return null;
  const brand = text.slice(8, 12);
  if (SOUND_BRANDS.test(brand)) return 'm4a';
  return PICTURE_BRANDS.test(brand) ? 'picture' : null;
}

/** No control characters except line breaks and tabs. */
const isText = (head: Uint8Array): boolean =>
  head.every((byte) => (byte >= 0x20 && byte !== 0x7f) || (byte >= 0x09 && byte <= 0x0d));

/** Packets of 188 bytes that begin with 0x47, or of 192 in cameras' files; recordings may begin within one. */
const isTransportStream = (head: Uint8Array): boolean =>
  [188, 192].some((step) =>
    head
      .subarray(0, step)
      .some((_, first) => [0, 1, 2].every((packet) => head[first + packet * step] === 0x47)),
  );
