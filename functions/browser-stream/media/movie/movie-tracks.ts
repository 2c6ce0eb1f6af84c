/** The tracks of a segment's header (`segment/mp4-writer.ts`), as movies need them. Pure. */
import { boxAt, boxesIn, viewOf } from '../mp4-boxes.ts';

export interface MovieTrack {
  readonly id: number;
  readonly isSound: boolean;
  readonly ticksPerSecond: number;
  /** Matrix and size of `tkhd`. */
  readonly shape: Uint8Array;
  readonly handler: Uint8Array;
  /** `vmhd` or `smhd`, and `dinf`. */
  readonly information: readonly Uint8Array[];
  readonly descriptions: Uint8Array;
}

export interface MovieTracks {
  readonly video: MovieTrack;
  readonly sound: MovieTrack;
}

/** Throws `RangeError` for other headers. */
export function readTracks(init: Uint8Array): MovieTracks {
  const boxes = boxesIn(boxAt(init, 'moov').body).filter(({ type }) => type === 'trak');
  const [video, sound] = boxes.map(({ body }) => readTrack(body));
  if (!video || !sound?.isSound) throw new RangeError('A segment has a picture and sound');
  return { video, sound };
}

/** `tkhd` ends in a matrix and the picture's size (ISO 14496-12 §8.3.2). */
const SHAPE_BYTES = 44;

function readTrack(track: Uint8Array): MovieTrack {
  const header = boxAt(track, 'tkhd').body;
  const information = boxesIn(boxAt(track, 'mdia', 'minf').body);
  return {
    // Both are of version 0 (§8.3.2, §8.4.2).
    id: viewOf(header).getUint32(12),
    ticksPerSecond: viewOf(boxAt(track, 'mdia', 'mdhd').body).getUint32(12),
    isSound: information.some(({ type }) => type === 'smhd'),
    shape: header.subarray(-SHAPE_BYTES),
    handler: boxAt(track, 'mdia', 'hdlr').bytes,
    information: information.filter(({ type }) => type !== 'stbl').map(({ bytes }) => bytes),
    descriptions: boxAt(track, 'mdia', 'minf', 'stbl', 'stsd').bytes,
  };
}
