import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { ulid } from 'ulid';
import { describe, expect, it, vi } from 'vitest';
import { broadcastFilesPrefix, type Broadcast, type Segment } from '#functions/browser-stream/broadcast.ts';
import { checkSegment } from '#functions/browser-stream/media/segment/check-segment.ts';
import type { ProcessingDeps } from '#functions/browser-stream/deps.ts';
import type { FilmFiles } from '#functions/browser-stream/adapters/film-files.s3.ts';
import { filmPlans } from '#functions/browser-stream/direct/films/write-film.ts';
import { makeFilms } from '#functions/browser-stream/direct/films/make-films.service.ts';
import { namedSegment, sha256 } from '#functions/browser-stream/direct/segment-names.ts';
import { aBroadcast } from '#test/support/api/broadcast/camera-rows.ts';
import { useCameraStage } from '#test/support/api/broadcast/camera-stage.ts';
import { makeSegments } from '#test/support/api/broadcast/direct-segments.ts';
import { segmentRow } from '#test/support/api/broadcast/segment-rows.ts';
import { countingInputs } from '#test/support/media/films/counting-film.ts';
import { countersOf } from '#test/support/media/joined-media.ts';
import { ffmpeg } from '#test/support/media/transcoder-media.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const stage = useCameraStage();
// Megabytes are written to storage repeatedly.
vi.setConfig({ testTimeout: 120_000 });
const LIMITS = { minMs: 200, maxMs: 4000, maxMainBytes: 3e6, maxSmallBytes: 1e6 };
/** Large segments, so that their film has several pieces. */
const SECONDS = 7;
/** Padded to a constant rate. */
const RATE = '12M';
const FILLED = [
  '-b:v',
  RATE,
  '-minrate',
  RATE,
  '-maxrate',
  RATE,
  '-bufsize',
  RATE,
  '-x264-params',
  'nal-hrd=cbr',
];
const made = makeSegments({
  seconds: SECONDS,
  inputs: countingInputs({ seconds: SECONDS }),
  encoding: FILLED,
});
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const aDirect = (): Broadcast => aBroadcast(ulid(), { way: 'direct' });

/** Stores a broadcast's segments. */
async function stored(whose: Broadcast): Promise<Segment[]> {
  const Bucket = stage.storage.mediaBucket;
  const rows: Segment[] = [];
  for (const [seq, bytes] of made.entries()) {
    const { segment, files } = namedSegment(seq, sha256(bytes), checkSegment(bytes, seq, LIMITS));
    for (const { name, body: Body } of files)
      await stage.s3.send(
        new PutObjectCommand({ Bucket, Key: `${broadcastFilesPrefix(whose)}${name}`, Body }),
      );
    rows.push({ ...segment, arrivedAtMs: 0 });
  }
  return rows;
}

const START_MS = 1_700_000_000_000;

/** Overrides can make writes of files fail; a call with a later `turn` finds the lease of a killed call expired. */
function portsWith({
  turn = 0,
  ...change
}: Partial<FilmFiles> & { readonly turn?: number } = {}): ProcessingDeps {
  const ports = stage.ports();
  return { ...ports, films: { ...ports.films, ...change }, clock: () => START_MS + turn * 61_000 };
}

async function film(key: string): Promise<string> {
  const get = new GetObjectCommand({ Bucket: stage.storage.uploadsBucket, Key: key });
  const { Body } = await stage.s3.send(get);
  const path = join(newFolder(), 'film.mp4');
  await writeFile(path, (await Body?.transformToByteArray()) ?? '');
  return path;
}

describe('a broadcast’s films', () => {
  it('are split at interruptions and picture changes into parts that S3 accepts', () => {
    const rows = [
      ...upTo(40).map((seq) => segmentRow(seq)),
      ...upTo(3).map((index) => segmentRow(41 + index)),
      ...upTo(2).map((index) => segmentRow(44 + index, { init: 'b' })),
    ];
    const plans = filmPlans({ channelId: 'c', id: 'b' }, rows, 45);
    expect(plans.map(({ key }) => key)).toEqual(upTo(3).map((index) => `films/c/b/45-${index}.mp4`));
    expect(plans.map(({ pieces }) => pieces.map(({ segments }) => segments.length))).toEqual([
      [28, 12],
      [3],
      [2],
    ]);
    for (const { pieces } of plans)
      for (const { segments } of pieces.slice(0, -1))
        expect(segments.reduce((sum, { main }) => sum + main.sizeBytes, 0)).toBeGreaterThan(5 * 2 ** 20);
  });

  it('are continued after an interruption, with each picture once', async () => {
    const whose = aDirect();
    const rows = await stored(whose);
    const [plan] = filmPlans(whose, rows, rows.length);
    expect(plan!.pieces).toHaveLength(2);
    // Killed at each of its writes in turn; the lease has expired when the next call comes.
    const killed = () => Promise.reject(new Error('killed'));
    const steps = ['begin', 'putTable', 'putPart', 'readTable', 'join'] as const;
    for (const [turn, step] of steps.entries()) {
      const ports = portsWith({ turn, [step]: killed });
      await expect(makeFilms(ports, whose, rows, rows.length)).rejects.toThrow('killed');
    }
    const ports = portsWith({ turn: steps.length });
    const keys = await makeFilms(ports, whose, rows, rows.length);
    expect(keys).toEqual([plan!.key]);
    const path = await film(plan!.key);
    expect(await ffmpeg('-xerror', '-i', path, '-f', 'null', '-')).toBe('');
    expect(await countersOf(path)).toEqual(upTo(SECONDS * 30));
    const again = portsWith({ turn: steps.length + 1 });
    expect(await makeFilms(again, whose, rows, rows.length)).toEqual(keys);
  });

  it('are left to the next run at the time limit, one run at a time', async () => {
    const whose = aDirect();
    const rows = await stored(whose);
    // Each read of the clock advances it by 20 s.
    let nowMs = START_MS;
    const fast = { ...portsWith(), clock: () => (nowMs += 20_000) };
    const answers: Awaited<ReturnType<typeof makeFilms>>[] = [];
    while (!Array.isArray(answers.at(-1))) answers.push(await makeFilms(fast, whose, rows, rows.length));
    expect(answers.slice(0, -1)).toContain('more');
    expect(await countersOf(await film(answers.at(-1)![0]!))).toEqual(upTo(SECONDS * 30));
    const other = { ...whose, id: ulid() };
    const two = [portsWith(), portsWith()].map((ports) => makeFilms(ports, other, rows, rows.length));
    // The other one has nothing to read, so it fails.
    expect(await Promise.allSettled(two)).toContainEqual({ status: 'fulfilled', value: 'busy' });
  });

  it('do not exist after too many interruptions', async () => {
    const rows = upTo(151).map((index) => segmentRow(2 * index));
    expect(await makeFilms(portsWith(), aDirect(), rows, 151)).toBe('too many');
  });
});
