/** Chooses the poster among a film's pictures. Pure. */
import { deflateRawSync } from 'node:zlib';

export interface PosterPicture {
  readonly key: string;
  /** The file, a JPEG. */
  readonly bytes: Uint8Array;
}

/** A picture of one colour repeats a few bytes: what remains of them, deflated, has some 50 bytes. */
const FLAT_BYTES = 120;
/** Of the fullest picture: a fade from black, or black with noise, has less. */
const EMPTY_SHARE = 0.1;

/**
 * The first picture after the film's beginning that shows something, else that of the first tenth. `undefined` without
 * pictures.
 */
export function choosePoster(pictures: readonly PosterPicture[]): string | undefined {
  const [beginning, ...others] = pictures.map(({ key, bytes }) => ({ key, content: contentOf(bytes) }));
  if (!beginning) return undefined;
  const inOrder = [...others, beginning];
  const most = Math.max(...inOrder.map(({ content }) => content));
  const filled = inOrder.find(({ content }) => content > Math.max(FLAT_BYTES, most * EMPTY_SHARE));
  return (filled ?? inOrder[0])?.key;
}

/** How much the scan of a JPEG (ITU-T T.81, B.2.3) contains, in bytes. */
function contentOf(jpeg: Uint8Array): number {
  const bytes = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  return deflateRawSync(bytes.subarray(Math.max(0, bytes.lastIndexOf(START_OF_SCAN)))).length;
}

const START_OF_SCAN = Buffer.from([0xff, 0xda]);
