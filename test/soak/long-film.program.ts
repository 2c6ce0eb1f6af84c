/**
 * `node long-film.program.ts LOOP_FOLDER FILM HOURS`: makes the film of a broadcast of that length, as the `events`
 * Lambda does, and writes what it took to standard output. The folder has the rows and the files of the segments that the
 * broadcast repeats, each at its own time. Of the film its beginning and its end go to disk, at their places.
 */
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { FilmsWork, Segment } from '#functions/browser-stream/broadcast.ts';
import type { FilmPart } from '#functions/browser-stream/adapters/film-files.s3.ts';
import { filmPlans } from '#functions/browser-stream/direct/films/write-film.ts';
import { type FilmDeps, makeFilms } from '#functions/browser-stream/direct/films/make-films.service.ts';
import { aBroadcast } from '#test/support/api/broadcast/camera-rows.ts';

export interface FilmMade {
  readonly bytes: number;
  readonly tookS: number;
  /** How many Lambdas it takes. */
  readonly turns: number;
  readonly peakBytes: number;
}

/** Of ffmpeg's tracks, picture and sound. */
const TICKS_PER_S = [15_360, 48_000];
/** Parts at the film's end that are kept: some 80 s of it. */
const KEPT_PARTS = 3;

const [folder = '', film = '', hours = ''] = process.argv.slice(2);
const loop = JSON.parse(readFileSync(join(folder, 'rows.json'), 'utf8')) as Segment[];
const count = Math.round((Number(hours) * 3600) / loop.length) * loop.length;
const rows = Array.from({ length: count }, (_, seq): Segment => {
  const row = loop[seq % loop.length]!;
  const main = { ...row.main, uri: `${seq}/${row.main.uri}` };
  return { ...row, seq, startMs: seq * 1000, endMs: (seq + 1) * 1000, main };
});

/** As of a segment that was recorded so much later. */
function delayed(bytes: Buffer, laterS: number): Uint8Array {
  let at = 0;
  for (const ticksPerS of TICKS_PER_S) {
    at = bytes.indexOf('tfdt', at) + 8;
    bytes.writeBigUInt64BE(bytes.readBigUInt64BE(at) + BigInt(laterS * ticksPerS), at);
  }
  return bytes;
}

const broadcast = aBroadcast('CHANNEL', { way: 'direct' });
const [plan, ...more] = filmPlans(broadcast, rows, count);
if (!plan || more.length > 0) throw new Error('The broadcast breaks off');
const { pieces } = plan;

const file = openSync(film, 'w');
const parts = new Map<number, FilmPart>();
const tableFile = (key: string): string => `${film}.${key.split('.').at(-2)}`;
let films: FilmsWork | null = null;
const ports: FilmDeps = {
  broadcasts: {
    readFilms: async () => films,
    replaceFilms: async (_id, _known, next) => {
      films = next;
      return true;
    },
  },
  published: {
    read: async (_, name) => {
      const [seq, uri] = name.split('/');
      if (uri === undefined) return readFileSync(join(folder, name));
      return delayed(readFileSync(join(folder, uri)), Math.floor(Number(seq) / loop.length) * loop.length);
    },
  },
  films: {
    begin: async () => 'UPLOAD',
    listParts: async () => [...parts.values()],
    putPart: async (_key, _upload, partNumber, bytes) => {
      const part = { partNumber, etag: String(partNumber) };
      parts.set(partNumber, part);
      const isKept = partNumber === 1 || partNumber > pieces.length - KEPT_PARTS;
      // The first has the film's head before its segments.
      const at = partNumber === 1 ? 0 : pieces[partNumber - 1]!.at;
      if (isKept)
        for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done, null, at + done);
      return part;
    },
    join: async () => closeSync(file),
    putTable: async (key, bytes) => writeFileSync(tableFile(key), bytes),
    readTable: async (key) => readFileSync(tableFile(key)),
  },
  clock: Date.now,
};

const beganMs = Date.now();
let made: Awaited<ReturnType<typeof makeFilms>> = 'more';
let turns = 0;
for (; made === 'more'; turns += 1) made = await makeFilms(ports, broadcast, rows, count);
if (typeof made === 'string') throw new Error(`The film is ${made}`);
console.log(
  JSON.stringify({
    bytes: plan.dataBytes,
    tookS: (Date.now() - beganMs) / 1000,
    turns,
    peakBytes: process.resourceUsage().maxRSS * 1024,
  } satisfies FilmMade),
);
