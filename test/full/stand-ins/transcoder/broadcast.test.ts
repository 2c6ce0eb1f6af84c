import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { cutWindow } from '../../../../functions/browser-stream/media/cutter.ts';
import type { Window } from '../../../../functions/browser-stream/media/timeline.ts';
import { trimWindow, type TrimmedWindow } from '../../../../functions/browser-stream/media/trimmer.ts';
import { windowJob } from '../../../../functions/browser-stream/windows/window-job.ts';
import { LOCAL_QUEUES } from '../../../../infra/local/transcoder/transcoder.ts';
import { chunksOf, runBroadcast } from '../../../support/api/broadcast/broadcast-run.ts';
import { recording } from '../../../support/media/recorded-stream.ts';
import { countersOf, fragmentTracks } from '../../../support/media/joined-media.ts';
import { ffprobe } from '../../../support/media/transcoder-media.ts';
import { BUCKET, ROLE, useTranscoderStage } from '../../../support/stand-ins/transcoder-stage.ts';
import { newFolder } from '../../../support/runner/temporary-folder.ts';

const stage = useTranscoderStage();
const NAME = 'keyframes-1s';
const RECORDED = fileURLToPath(new URL(`../../../support/media/recordings/${NAME}.webm`, import.meta.url));
const { chunks } = recording(NAME);

const nameOf = ({ number }: Window): string => `live-${String(number).padStart(6, '0')}`;

async function bytesAt(Key: string): Promise<Uint8Array> {
  const { Body } = await stage.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
  return (await Body?.transformToByteArray()) ?? new Uint8Array();
}

/** As the site does it: cuts a window, has it transcoded, and trims what comes back. */
async function transcoded(window: Window): Promise<TrimmedWindow> {
  const { webm, alignment } = await cutWindow(window, chunksOf(chunks, window));
  const inputUri = await stage.put(`${nameOf(window)}-1.webm`, webm);
  const captureUri = (kind: string): string => `s3://${BUCKET}/media/${kind}-${nameOf(window)}`;
  const id = await stage.create(
    windowJob({
      inputUri,
      outputUri: `s3://${BUCKET}/windows/${nameOf(window)}-1`,
      captureUris: { poster: captureUri('poster'), picture: captureUri('picture') },
      hasSound: true,
      segmentS: 4,
      roleArn: ROLE,
      queueArn: LOCAL_QUEUES.windowsQueueArn,
      requestToken: crypto.randomUUID(),
      userMetadata: { window_id: nameOf(window) },
    }),
  );
  const job = await stage.ended(id);
  if (job.Status !== 'COMPLETE') throw new Error(`${job.ErrorCode}: ${job.ErrorMessage}`);
  return trimWindow(await bytesAt(`windows/${nameOf(window)}-1.ts`), alignment, 4000);
}

describe('a camera broadcast transcoded in windows', () => {
  let windows: readonly Window[];
  let trimmed: TrimmedWindow[];
  let path: string;
  beforeAll(async () => {
    const arrivals = chunks.map(({ seq }) => ({ seq, atMs: (seq + 1) * 2000 }));
    ({ windows } = await runBroadcast(chunks, arrivals, { endedAtMs: 60_000 }));
    trimmed = [];
    for (const window of windows) trimmed.push(await transcoded(window));
    path = join(newFolder(), 'joined.mp4');
    const segments = trimmed.flatMap((each) => each.segments);
    await writeFile(path, Buffer.concat([trimmed[0]!.init, ...segments.map(({ bytes }) => bytes)]));
  });

  it('has adjoining segments in picture and sound', () => {
    expect(windows.length).toBeGreaterThan(3);
    const fragments = trimmed.flatMap((each) => each.segments.map(({ bytes }) => fragmentTracks(bytes)));
    for (const track of [0, 1]) {
      const starts = fragments.slice(1).map(({ tracks }) => tracks[track]?.startTicks);
      expect(starts).toEqual(fragments.slice(0, -1).map(({ tracks }) => tracks[track]?.endTicks));
    }
  });

  it('shows every recorded frame once and in order', async () => {
    const [recorded, shown] = [await countersOf(RECORDED), await countersOf(path)];
    expect(recorded.length).toBeGreaterThan(100);
    expect([...new Set(shown)]).toEqual([...new Set(recorded)]);
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
  });

  it('has one picture of each kind from the first frame of each window', async () => {
    const names = windows.map(nameOf);
    const expected = ['picture', 'poster'].flatMap((kind) =>
      names.map((name) => `${kind}-${name}.0000000.jpg`),
    );
    expect(await stage.files('media/')).toEqual(expected);
    const pictures = await stage.download('media/');
    const firsts = await firstCounters();
    for (const [at, window] of windows.entries()) {
      const [poster, picture] = ['poster', 'picture'].map((kind) =>
        join(pictures, `${kind}-${nameOf(window)}.0000000.jpg`),
      );
      expect((await ffprobe(picture!)).video).toMatchObject({ width: 160, height: 90 });
      expect((await ffprobe(poster!)).video).toMatchObject({ width: 320, height: 180 });
      expect((await countersOf(poster!))[0]).toBe(firsts[at]);
    }
  });

  /** What the first frame of each window shows. */
  async function firstCounters(): Promise<(number | undefined)[]> {
    const folder = newFolder();
    return Promise.all(
      windows.map(async (window) => {
        const file = join(folder, `${nameOf(window)}.webm`);
        await writeFile(file, (await cutWindow(window, chunksOf(chunks, window))).webm);
        return (await countersOf(file))[0];
      }),
    );
  }

  it('starts two programs per window: one probes, one transcodes', async () => {
    const log = recordPrograms('ffmpeg', 'ffprobe');
    await transcoded(windows[0]!);
    expect(readFileSync(log, 'utf8').trim().split('\n')).toEqual(['ffprobe', 'ffmpeg']);
  });
});

/** Puts scripts before these programs that note each start of one; returns the file of the notes. */
function recordPrograms(...names: readonly string[]): string {
  const folder = newFolder();
  const log = join(folder, 'log');
  const before = process.env['PATH'] ?? '';
  for (const name of names) {
    const script = join(folder, name);
    writeFileSync(script, `#!/bin/sh\necho ${name} >>'${log}'\nPATH='${before}' exec ${name} "$@"\n`);
    chmodSync(script, 0o755);
  }
  process.env['PATH'] = `${folder}:${before}`;
  onTestFinished(() => void (process.env['PATH'] = before));
  return log;
}
