import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { Segment } from '#functions/browser-stream/broadcast.ts';
import { checkSegment } from '#functions/browser-stream/media/segment/check-segment.ts';
import { namedSegment, sha256 } from '#functions/browser-stream/direct/segment-names.ts';
import { MAX_BROADCAST_MS } from '#shared/limits.ts';
import { makeSegments } from '#test/support/api/broadcast/direct-segments.ts';
import { SEGMENT_LIMITS } from '#test/support/browser/recorder/recorded.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';
import type { FilmMade } from './long-film.program.ts';

const run = promisify(execFile);

/** As long as a broadcast may be: some 9 GB. */
const HOURS = MAX_BROADCAST_MS / 3_600_000;
const SHORT_HOURS = 0.1;
/** Sound and picture both have whole numbers of samples in it. */
const LOOP_S = 32;
const FRAMES_PER_S = 30;
/** What the specification's recording has. */
const BITS_PER_SECOND = 2_500_000;
/** The Lambda has 1 GB, and does nothing else meanwhile. */
const MAX_BYTES = 500e6;
/** The tables of eight hours, the `moov` made of them, and copies of both; not a second of the picture. */
const MAX_MORE_BYTES = 250e6;

const folder = newFolder();
const PROGRAM = join(import.meta.dirname, 'long-film.program.ts');

/** Files and rows of what the broadcast repeats. */
function makeLoop(): void {
  const rate = `${BITS_PER_SECOND - 128_000}`;
  const filled = ['-b:v', rate, '-minrate', rate, '-maxrate', rate, '-bufsize', rate];
  const encoding = [...filled, '-x264-params', 'nal-hrd=cbr', '-b:a', '128k'];
  const rows = makeSegments({ seconds: LOOP_S, size: '1280x720', encoding }).map((bytes, seq): Segment => {
    const { segment, files } = namedSegment(seq, sha256(bytes), checkSegment(bytes, seq, SEGMENT_LIMITS));
    for (const { name, body } of files) writeFileSync(join(folder, name), body);
    return { ...segment, arrivedAtMs: 0 };
  });
  expect(rows).toHaveLength(LOOP_S);
  writeFileSync(join(folder, 'rows.json'), JSON.stringify(rows));
}

async function make(film: string, hours: number): Promise<FilmMade> {
  const made = await run(process.execPath, [PROGRAM, folder, film, `${hours}`]);
  return JSON.parse(made.stdout) as FilmMade;
}

const notify = ({ bytes, tookS, turns, peakBytes }: FilmMade): string =>
  `${(bytes / 1e9).toFixed(2)} GB in ${tookS.toFixed(0)} s, ${turns} Lambdas, at most ${(peakBytes / 1e6).toFixed(0)} MB`;

it('the film of an eight-hour broadcast needs little more memory than a short one', async () => {
  makeLoop();
  const film = join(folder, 'long.mp4');
  const short = await make(join(folder, 'short.mp4'), SHORT_HOURS);
  const long = await make(film, HOURS);
  console.log(`${HOURS} h: ${notify(long)}; ${SHORT_HOURS} h: ${notify(short)}`);
  expect(long.bytes).toBeGreaterThan((HOURS * 3600 * BITS_PER_SECOND * 0.9) / 8);

  const fields = ['-show_entries', 'stream=nb_frames,duration', '-of', 'csv=p=0'];
  const { stdout } = await run('ffprobe', ['-v', 'error', '-select_streams', 'v', ...fields, film]);
  const [durationS, frames] = stdout.trim().split(',').map(Number);
  expect(frames).toBe(HOURS * 3600 * FRAMES_PER_S);
  expect(durationS).toBeCloseTo(HOURS * 3600, 0);
  // Its last seconds play, picture and sound.
  const end = ['-v', 'error', '-xerror', '-sseof', '-10', '-i', film, '-f', 'null', '-'];
  expect((await run('ffmpeg', end)).stderr).toBe('');

  expect(long.peakBytes).toBeLessThan(MAX_BYTES);
  expect(long.peakBytes - short.peakBytes).toBeLessThan(MAX_MORE_BYTES);
});
