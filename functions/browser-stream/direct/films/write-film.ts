import type { BroadcastKey, Segment } from '../../broadcast.ts';
import { concat } from '../../media/mp4-boxes.ts';
import { MOVIE_HEAD_BYTES, movieBox, movieHead } from '../../media/movie/movie-box.ts';
import { readTracks } from '../../media/movie/movie-tracks.ts';
import { decodeTable, encodeTable, PieceSamples } from '../../media/movie/sample-table.ts';
import type { PublishedFiles } from '../../adapters/published-files.s3.ts';
import { JOIN_TOLERANCE_MS } from '../segment-order.ts';
import type { FilmFiles, FilmPart } from '../../adapters/film-files.s3.ts';

/** Each run of segments without a gap is one film. Its pieces are parts of an S3 multipart upload. */

/** S3 requires at least 5 MiB per part except the last, and at most 10,000 parts: 80 GB. */
const PIECE_BYTES = 8 * 1024 * 1024;

interface FilmPiece {
  /** From 0; the number of its part is one more. */
  readonly number: number;
  readonly segments: readonly Segment[];
  readonly at: number;
}

export interface FilmPlan {
  readonly key: string;
  readonly pieces: readonly FilmPiece[];
  readonly dataBytes: number;
}

/** The films in order. `generation` is part of their keys, because another number of segments gives other films. */
export const filmPlans = (
  { channelId, id }: BroadcastKey,
  segments: readonly Segment[],
  generation: number,
): FilmPlan[] =>
  continuousRuns(segments).map((run, index) => ({
    key: `films/${channelId}/${id}/${generation}-${index}.mp4`,
    pieces: piecesOf(run),
    dataBytes: run.reduce((sum, { main }) => sum + main.sizeBytes, 0),
  }));

const tableKey = ({ key }: FilmPlan, { number }: FilmPiece): string => `${key}.${number}.table`;

function continuousRuns(segments: readonly Segment[]): Segment[][] {
  const runs: Segment[][] = [];
  for (const segment of segments) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && isContinuous(last, segment)) run.push(segment);
    else runs.push([segment]);
  }
  return runs;
}

const isContinuous = (last: Segment, next: Segment): boolean =>
  last.main.initUri === next.main.initUri && Math.abs(next.startMs - last.endMs) <= JOIN_TOLERANCE_MS;

function piecesOf(run: readonly Segment[]): FilmPiece[] {
  const pieces: FilmPiece[] = [];
  let at = MOVIE_HEAD_BYTES;
  let [begin, bytes] = [0, 0];
  for (const [index, { main }] of run.entries()) {
    bytes += main.sizeBytes;
    if (bytes < PIECE_BYTES && index < run.length - 1) continue;
    pieces.push({ number: pieces.length, segments: run.slice(begin, index + 1), at });
    at += bytes;
    [begin, bytes] = [index + 1, 0];
  }
  return pieces;
}

const CONCURRENCY = 8;

interface FilmWriter {
  readonly files: FilmFiles;
  readonly published: Pick<PublishedFiles, 'read'>;
  readonly broadcast: BroadcastKey;
  readonly plan: FilmPlan;
  readonly uploadId: string;
  readonly hasTime: () => boolean;
}

/** True when it is complete. A piece may be written twice, and concurrently. Needs 8 MB, at the end 20 MB of tables. */
export async function writeFilm(writer: FilmWriter): Promise<boolean> {
  const { files, plan, uploadId, hasTime } = writer;
  const stored = await files.listParts(plan.key, uploadId);
  if (!stored) return true;
  const parts = new Map(stored.map((part) => [part.partNumber, part]));
  const last = plan.pieces.at(-1)!;
  for (const piece of plan.pieces) {
    if (piece === last || parts.has(piece.number + 1)) continue;
    if (!hasTime()) return false;
    const { bytes, table } = await readPiece(writer, piece);
    // The table is stored first, so that each stored part has one.
    await files.putTable(tableKey(plan, piece), encodeTable(table));
    parts.set(piece.number + 1, await putPart(writer, piece, bytes));
  }
  if (!hasTime()) return false;
  parts.set(last.number + 1, await putEnd(writer, last));
  await files.join(plan.key, uploadId, inOrder(parts));
  return true;
}

const inOrder = (parts: ReadonlyMap<number, FilmPart>): FilmPart[] =>
  [...parts.values()].toSorted((a, b) => a.partNumber - b.partNumber);

const putPart = ({ files, plan, uploadId }: FilmWriter, { number }: FilmPiece, bytes: Uint8Array) =>
  files.putPart(plan.key, uploadId, number + 1, bytes);

/** Writes the last piece with the `moov` box of the film, as the last part may have any size. */
async function putEnd(writer: FilmWriter, last: FilmPiece): Promise<FilmPart> {
  const { files, published, broadcast, plan } = writer;
  const init = await published.read(broadcast, last.segments[0]!.main.initUri);
  const earlier = await mapConcurrently(plan.pieces.slice(0, -1), async (piece) => ({
    at: piece.at,
    table: decodeTable(await files.readTable(tableKey(plan, piece))),
  }));
  const { bytes, table } = await readPiece(writer, last);
  const movie = movieBox(readTracks(init), [...earlier, { at: last.at, table }]);
  return putPart(writer, last, concat([bytes, movie]));
}

/** The bytes of a piece; the first piece begins with the film's head. */
async function readPiece({ published, broadcast, plan }: FilmWriter, { number, segments }: FilmPiece) {
  const samples = new PieceSamples();
  const read = await mapConcurrently(segments, ({ main }) => published.read(broadcast, main.uri));
  let at = 0;
  for (const [index, bytes] of read.entries()) {
    const { uri, sizeBytes } = segments[index]!.main;
    if (bytes.length !== sizeBytes)
      throw new RangeError(`${uri} has ${bytes.length} bytes, not ${sizeBytes}`);
    samples.add(bytes, at);
    at += bytes.length;
  }
  const head = number === 0 ? [movieHead(plan.dataBytes)] : [];
  return { bytes: concat([...head, ...read]), table: samples.table() };
}

/** Maps items with limited concurrency; keeps their order. */
async function mapConcurrently<T, R>(items: readonly T[], map: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await map(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return results;
}
