/**
 * Both tracks begin at the first picture: sound before it is dropped, and the picture's length absorbs the remainder,
 * because MediaConvert's support for edit lists is undocumented. Only sound that begins much later gets one. Pure.
 */
import type { MovieTracks } from './movie-tracks.ts';
import type { SampleBoxes, SampleLocation } from './sample-boxes.ts';
import { CHUNK_WORDS, SAMPLE_WORDS, SYNC, type PieceTable } from './sample-table.ts';

export interface MoviePiece {
  readonly table: PieceTable;
  readonly at: number;
}

interface TrackPlacing {
  /** The track's zero, in its ticks on the recording's clock. */
  readonly originTicks: number;
  /** Samples that begin before it, or not before the end, are dropped. */
  readonly fromTicks: number;
  readonly untilTicks: number;
}

interface MovieTimes {
  readonly video: TrackPlacing;
  readonly sound: TrackPlacing;
  readonly silenceS: number;
}

export function movieTimes({ video, sound }: MovieTracks, pieces: readonly MoviePiece[]): MovieTimes {
  const picture = pictureTimes(pieces);
  const startS = picture.startTicks / video.ticksPerSecond;
  const untilTicks = (picture.endTicks / video.ticksPerSecond) * sound.ticksPerSecond;
  const fromTicks = soundNearest(pieces, startS * sound.ticksPerSecond);
  const lateS = fromTicks / sound.ticksPerSecond - startS;
  const lateTicks = Math.round(lateS * video.ticksPerSecond);
  const isEvened = lateTicks < picture.firstTicks / 2;
  return {
    video: {
      originTicks: picture.startTicks + (isEvened ? lateTicks : 0),
      fromTicks: picture.startTicks,
      untilTicks: Infinity,
    },
    sound: { originTicks: fromTicks, fromTicks, untilTicks },
    silenceS: isEvened ? 0 : lateS,
  };
}

function pictureTimes(pieces: readonly MoviePiece[]) {
  let first: Sample | undefined;
  let last: Sample | undefined;
  for (const sample of samplesOf(pieces, 'video')) {
    first ??= sample;
    last = sample;
  }
  if (!first || !last) throw new RangeError('There is no picture');
  const { startTicks, ticks: firstTicks } = first;
  return { startTicks, firstTicks, endTicks: last.startTicks + last.ticks };
}

function soundNearest(pieces: readonly MoviePiece[], wantedTicks: number): number {
  for (const { startTicks, ticks } of samplesOf(pieces, 'sound'))
    if (startTicks + ticks / 2 >= wantedTicks) return startTicks;
  throw new RangeError('There is no sound');
}

interface Sample extends SampleLocation {
  /** According to its segment. */
  readonly startTicks: number;
  readonly ticks: number;
}

/** The samples of a track with their places in the file. */
function* samplesOf(pieces: readonly MoviePiece[], kind: keyof PieceTable): Generator<Sample> {
  for (const { table, at: pieceAt } of pieces) {
    const { chunks, samples } = table[kind];
    let index = 0;
    for (let chunk = 0; chunk < chunks.length; chunk += CHUNK_WORDS) {
      let startTicks = chunks[chunk]! * 2 ** 32 + chunks[chunk + 1]!;
      let at = pieceAt + chunks[chunk + 2]!;
      const end = index + chunks[chunk + 3]! * SAMPLE_WORDS;
      for (; index < end; index += SAMPLE_WORDS) {
        const [sized, ticks] = [samples[index]!, samples[index + 1]!];
        const size = sized % SYNC;
        yield { at, size, isSync: sized >= SYNC, startTicks, ticks };
        at += size;
        startTicks += ticks;
      }
    }
  }
}

/** Each sample lasts until the next begins; the last one of a segment closes gaps and overlaps. None has length 0. */
export function placeSamples(
  boxes: SampleBoxes,
  pieces: readonly MoviePiece[],
  kind: keyof PieceTable,
  { originTicks, fromTicks, untilTicks }: TrackPlacing,
): void {
  let before: Sample | undefined;
  const placeBefore = (endTicks: number): void => {
    if (before) boxes.add(before, Math.max(1, Math.round(endTicks - originTicks) - boxes.ticks));
  };
  for (const sample of samplesOf(pieces, kind)) {
    if (sample.startTicks < fromTicks || sample.startTicks >= untilTicks) continue;
    placeBefore(sample.startTicks);
    before = sample;
  }
  if (before) placeBefore(before.startTicks + before.ticks);
}
