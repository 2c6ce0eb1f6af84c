/**
 * How segments become films: one for each stretch that goes on without a break, written in pieces. A piece is a part of S3's
 * upload, and which segments are in it follows from their sizes alone. Pure.
 */
import type { BroadcastKey, Segment } from '../../broadcast.ts';
import { MOVIE_HEAD_BYTES } from '../../media/movie/movie-box.ts';
import { JOIN_TOLERANCE_MS } from '../segment-place.ts';

/** Parts of an upload have 5 MiB at least, all but the last, and there are 10,000 at most: 80 GB. */
const PIECE_BYTES = 8 * 1024 * 1024;

export interface FilmPiece {
  /** Counts from 0; of a part from 1. */
  readonly number: number;
  readonly segments: readonly Segment[];
  /** Its first byte in the film. */
  readonly at: number;
}

export interface FilmPlan {
  readonly key: string;
  readonly pieces: readonly FilmPiece[];
  /** Of all segments. */
  readonly dataBytes: number;
}

/** The films of a broadcast, in order. `generation` tells them from those of fewer segments. */
export const filmPlans = (
  { channelId, id }: BroadcastKey,
  segments: readonly Segment[],
  generation: number,
): FilmPlan[] =>
  stretchesOf(segments).map((stretch, index) => ({
    key: `films/${channelId}/${id}/${generation}-${index}.mp4`,
    pieces: piecesOf(stretch),
    dataBytes: stretch.reduce((sum, { main }) => sum + main.sizeBytes, 0),
  }));

/** Beside its film, what samples are in a piece. */
export const tableKey = ({ key }: FilmPlan, { number }: FilmPiece): string => `${key}.${number}.table`;

function stretchesOf(segments: readonly Segment[]): Segment[][] {
  const stretches: Segment[][] = [];
  for (const segment of segments) {
    const stretch = stretches.at(-1);
    const last = stretch?.at(-1);
    if (stretch && last && goesOn(last, segment)) stretch.push(segment);
    else stretches.push([segment]);
  }
  return stretches;
}

const goesOn = (last: Segment, next: Segment): boolean =>
  last.main.initUri === next.main.initUri && Math.abs(next.startMs - last.endMs) <= JOIN_TOLERANCE_MS;

function piecesOf(stretch: readonly Segment[]): FilmPiece[] {
  const pieces: FilmPiece[] = [];
  let at = MOVIE_HEAD_BYTES;
  let [begin, bytes] = [0, 0];
  for (const [index, { main }] of stretch.entries()) {
    bytes += main.sizeBytes;
    if (bytes < PIECE_BYTES && index < stretch.length - 1) continue;
    pieces.push({ number: pieces.length, segments: stretch.slice(begin, index + 1), at });
    at += bytes;
    [begin, bytes] = [index + 1, 0];
  }
  return pieces;
}
