/** Which container of video a file is, by its first bytes; what a name or header says counts nothing. Pure. */

/** Bytes from the start that `isVideoContainer` needs: three packets of MPEG-TS. */
export const SNIFFED_BYTES = 600;

/** First boxes of MP4, MOV and 3GP (ISO/IEC 14496-12 §4.2): the type stands after the length. */
const MP4_BOXES = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);
/** Brands of pictures, which phones keep in the same container. */
const PICTURE_BRANDS = /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1|avif|avis|crx )$/;
/** RFC 8794 §11.2.1: Matroska and WebM. */
const EBML = '\x1a\x45\xdf\xa3';
/** ISO/IEC 13818-1 §2.5.3.3: the start of an MPEG program stream. */
const PACK_HEADER = '\0\0\x01\xba';
/** The first half of ASF's header object, whose id is a GUID. */
const ASF = '\x30\x26\xb2\x75\x8e\x66\xcf\x11';

/** True for the containers of video that MediaConvert's `Probe` knows. */
export function isVideoContainer(head: Uint8Array): boolean {
  const text = Buffer.from(head).toString('latin1');
  if (text.startsWith(EBML) || text.startsWith(PACK_HEADER) || text.startsWith(ASF)) return true;
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'AVI ') return true;
  if (isTransportStream(head)) return true;
  const isPicture = text.slice(4, 8) === 'ftyp' && PICTURE_BRANDS.test(text.slice(8, 12));
  return MP4_BOXES.has(text.slice(4, 8)) && !isPicture;
}

/** Packets of 188 bytes, each begun by 0x47; cameras put a time of four bytes before each. */
const isTransportStream = (head: Uint8Array): boolean =>
  [
    [0, 188],
    [4, 192],
  ].some(([first = 0, step = 0]) => [0, 1, 2].every((packet) => head[first + packet * step] === 0x47));
