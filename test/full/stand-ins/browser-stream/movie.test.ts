import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { concat } from '#functions/browser-stream/media/mp4-boxes.ts';
import { MOVIE_HEAD_BYTES, movieBox, movieHead } from '#functions/browser-stream/media/movie/movie-box.ts';
import type { MoviePiece } from '#functions/browser-stream/media/movie/movie-times.ts';
import { readTracks } from '#functions/browser-stream/media/movie/movie-tracks.ts';
import {
  decodeTable,
  encodeTable,
  PieceSamples,
  SYNC,
  type PieceTable,
} from '#functions/browser-stream/media/movie/sample-table.ts';
import { checkSegment } from '#functions/browser-stream/media/segment/check-segment.ts';
import { makeSegments, type SegmentOptions } from '#test/support/api/broadcast/direct-segments.ts';
import { countingInputs } from '#test/support/media/films/counting-film.ts';
import { countersOf, samplesOf } from '#test/support/media/joined-media.ts';
import { ffmpeg, ffprobe, pictureTimesS } from '#test/support/media/transcoder-media.ts';
import { isSoak } from '#test/support/runner/effort.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const LIMITS = { minMs: 200, maxMs: 4000, maxMainBytes: 3e6, maxSmallBytes: 1e6 };

interface StoredSegments {
  readonly init: Uint8Array;
  readonly segments: readonly Uint8Array[];
}

/** Returns segments as stored, with their header. */
function storedSegments(made: SegmentOptions): StoredSegments {
  const checked = makeSegments(made).map((bytes, seq) => checkSegment(bytes, seq, LIMITS).main);
  return { init: checked[0]!.init, segments: checked.map(({ fragment }) => fragment) };
}

/** Creates a movie of segments, with this many in a piece. Returns its path. */
async function movieOf({ init, segments }: StoredSegments, aPiece = 2): Promise<string> {
  const pieces: MoviePiece[] = [];
  let at = MOVIE_HEAD_BYTES;
  for (let from = 0; from < segments.length; from += aPiece) {
    const samples = new PieceSamples();
    const begin = at;
    for (const segment of segments.slice(from, from + aPiece)) {
      samples.add(segment, at - begin);
      at += segment.length;
    }
    pieces.push({ table: decodeTable(encodeTable(samples.table())), at: begin });
  }
  const path = join(newFolder(), 'movie.mp4');
  const head = movieHead(at - MOVIE_HEAD_BYTES);
  await writeFile(path, concat([head, ...segments, movieBox(readTracks(init), pieces)]));
  return path;
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Returns the start of the tone in seconds. */
const toneAtS = (samples: Float32Array): number =>
  samples.findIndex((sample) => Math.abs(sample) > 0.02) / 48_000;

describe('a movie of segments', () => {
  it('shows each picture once, in order and at its time, with all sound', async () => {
    const stored = storedSegments({ seconds: 5, inputs: countingInputs({ seconds: 5 }) });
    const path = await movieOf(stored);
    expect(await ffmpeg('-xerror', '-i', path, '-f', 'null', '-')).toBe('');
    expect(await countersOf(path)).toEqual(upTo(150));
    const times = await pictureTimesS(path, 'all');
    // The first frame is slightly longer or shorter, to match the audio.
    expect(times).toEqual(upTo(150).map((number) => expect.closeTo(number / 30, 1)));
    const steps = times.slice(2).map((time, index) => time - times[index + 1]!);
    expect(steps).toEqual(steps.map(() => expect.closeTo(1 / 30, 4)));
    expect(await ffprobe(path)).toMatchObject({
      durationS: expect.closeTo(5, 1),
      startsS: { v: 0, a: 0 },
      video: { codec: 'h264', width: 320, height: 180 },
      audio: { codec: 'aac', sampleRate: '48000' },
    });
    expect((await samplesOf(path)).length / 48_000).toBeCloseTo(5, 1);
    expect(await pictureTimesS(path, 'keyframes')).toHaveLength(5);
  });

  it.each([
    ['earlier, by some packets', -0.08],
    ['at another moment of its packet', 0.013],
    ['later, so that silence comes first', 0.07],
  ])('keeps the offset of sound that begins %s', async (_, laterS) => {
    const tone = "sine=frequency=440:sample_rate=48000:duration=3,volume=enable='lt(t,1)':volume=0";
    const inputs = [...countingInputs({ seconds: 3 }).slice(0, -1), tone];
    const stored = storedSegments({ seconds: 3, inputs });
    const audibleS = async (segments: readonly Uint8Array[]): Promise<number> => {
      const path = await movieOf({ ...stored, segments });
      expect(await countersOf(path)).toEqual(upTo(90));
      const { startsS } = await ffprobe(path);
      return startsS.a + toneAtS(await samplesOf(path)) - (await pictureTimesS(path, 'all'))[30]!;
    };
    const asItWas = await audibleS(stored.segments);
    const later = await audibleS(stored.segments.map((segment) => shifted(segment, 1, 1 + laterS)));
    expect(later - asItWas).toBeCloseTo(laterS, 2);
  });

  it('follows its segments’ times when they do not quite adjoin', async () => {
    const stored = storedSegments({ seconds: 3, inputs: countingInputs({ seconds: 3 }) });
    // The recorder's clock jumped by 40 ms, then by 20 ms less.
    const segments = stored.segments.map((segment, index) =>
      shifted(segment, [0, 0.04, 0.02][index]!, [0, 0.04, 0.02][index]!),
    );
    const path = await movieOf({ ...stored, segments });
    const times = await pictureTimesS(path, 'all');
    expect(times).toHaveLength(90);
    expect(times[30]! - times[0]!).toBeCloseTo(1.04, 1);
    expect(times[60]! - times[30]!).toBeCloseTo(0.98, 2);
    expect((await samplesOf(path)).length / 48_000).toBeCloseTo(3.02, 1);
  });

  it(`of ${isSoak ? 'eight hours' : 'an hour'} has a table that is small in memory`, () => {
    const hours = isSoak ? 8 : 1;
    const { init } = storedSegments({ seconds: 1 });
    const pieces = longMovie(hours * 3600);
    const tableBytes = pieces.reduce((sum, { table }) => sum + encodeTable(table).length, 0);
    const before = process.memoryUsage().arrayBuffers;
    const movie = movieBox(readTracks(init), pieces);
    const usedBytes = process.memoryUsage().arrayBuffers - before;
    const mib = (bytes: number): number => Math.round(bytes / 2 ** 20);
    console.log(
      `${hours} h: tables ${mib(tableBytes)} MiB, moov ${mib(movie.length)} MiB, made in ${mib(usedBytes)} MiB`,
    );
    expect(tableBytes).toBeLessThan(hours * 3 * 2 ** 20);
    expect(movie.length).toBeLessThan(hours * 4 * 2 ** 20);
    expect(usedBytes).toBeLessThan(hours * 40 * 2 ** 20);
  });
});

/** Returns a segment with later starts of its video and audio: their 64-bit `tfdt`. */
function shifted(segment: Uint8Array, videoS: number, soundS: number): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(segment);
  const laterTicks = [Math.round(videoS * 15_360), Math.round(soundS * 48_000)];
  let at = 0;
  for (const ticks of laterTicks) {
    at = bytes.indexOf('tfdt', at) + 8;
    bytes.writeBigUInt64BE(bytes.readBigUInt64BE(at) + BigInt(ticks), at);
  }
  return Uint8Array.from(bytes);
}

/** Returns the tables of a film with this many segments of 300 kB and uneven frames, 28 segments in a piece. */
function longMovie(seconds: number): MoviePiece[] {
  const [SEGMENT_BYTES, A_PIECE] = [300_000, 28];
  return Array.from({ length: Math.ceil(seconds / A_PIECE) }, (_, piece): MoviePiece => {
    const track = (ticksPerSecond: number, count: number, size: number) => ({
      chunks: Uint32Array.from(
        Array.from({ length: A_PIECE }, (_, index) => [
          0,
          (piece * A_PIECE + index) * ticksPerSecond,
          index * SEGMENT_BYTES,
          count,
        ]).flat(),
      ),
      samples: Uint32Array.from(
        Array.from({ length: A_PIECE * count }, (_, index) => [
          size + (index % count === 0 ? SYNC : 0),
          Math.floor(ticksPerSecond / count) - (index % 2),
        ]).flat(),
      ),
    });
    const table: PieceTable = { video: track(15_360, 30, 9000), sound: track(48_000, 47, 340) };
    return { table, at: MOVIE_HEAD_BYTES + piece * A_PIECE * SEGMENT_BYTES };
  });
}
