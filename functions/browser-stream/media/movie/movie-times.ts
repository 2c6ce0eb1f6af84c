/**
 * When the samples of a movie are shown. Both tracks begin at the file's zero, which is the first picture, and end with
 * the last one: sound from before and after it is left out by whole packets, and what that leaves over (half a packet at
 * most) is taken up by the time for which the first picture stands, so that each later one is shown exactly when its sound
 * is heard. No edit list is needed for that, as nobody documents that MediaConvert follows one; only sound that begins
 * later than half of the first picture gets one. Pure.
 */
import type { MovieTracks } from './movie-tracks.ts';
import type { SampleBoxes, SamplePlace } from './sample-boxes.ts';
import { CHUNK_WORDS, SAMPLE_WORDS, SYNC, type PieceTable } from './sample-table.ts';

export interface MoviePiece {
  readonly table: PieceTable;
  /** Its first byte in the file. */
  readonly at: number;
}

export interface TrackPlacing {
  /** What becomes the track's zero, in its ticks on the recording's clock. */
  readonly originTicks: number;
  /** What begins before, or not before the end, is left out. */
  readonly fromTicks: number;
  readonly untilTicks: number;
}

export interface MovieTimes {
  readonly video: TrackPlacing;
  readonly sound: TrackPlacing;
  /** Before the sound. */
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

/** When the packet begins that begins nearest to a time, or the first, where that is later. */
function soundNearest(pieces: readonly MoviePiece[], wantedTicks: number): number {
  for (const { startTicks, ticks } of samplesOf(pieces, 'sound'))
    if (startTicks + ticks / 2 >= wantedTicks) return startTicks;
  throw new RangeError('There is no sound');
}

interface Sample extends SamplePlace {
  /** By what its segment says. */
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

/**
 * Puts down a track's samples. Each lasts until the next one begins, by the times of the segments: where these do not quite
 * tile, the last sample of one gives way. None is without a length.
 */
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
