/** Transcodes a file as the site does, from Probe to HLS, without the network and queues. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFile, open } from 'node:fs/promises';
import type { ProbeResult } from '@aws-sdk/client-mediaconvert';
import { onTestFinished } from 'vitest';
import { refusalOfSource } from '#functions/videos/refusals.ts';
import { readFacts } from '#functions/videos/transcode/videos.mediaconvert.ts';
import { transcodeJob } from '#functions/videos/transcode/transcode-job.ts';
import { probeSource } from '#infra/local/transcoder/ffmpeg/source-probe.ts';
import { runJob } from '#infra/local/transcoder/jobs/job-run.ts';
import type { FetchedObject, JobStorage } from '#infra/local/transcoder/jobs/storage.ts';
import { toProbeResult } from '#infra/local/transcoder/operations/probe-wire.ts';
import { JobError } from '#infra/local/transcoder/request/job-error.ts';
import { parseInput, createJobInput } from '#infra/local/transcoder/request/job-schema.ts';
import { whyNoVideo } from '#shared/plain/videos/video-file.ts';

/** Returns the folder with what viewers get of a file. Throws the message for the uploader if the file is rejected. */
export async function transcoded(path: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-transcoded-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const head = readFileSync(path).subarray(0, 600);
  const refusal = whyNoVideo(head);
  if (refusal) throw new Error(refusal);
  const facts = await readFacts(await probed(path), {
    sizeBytes: statSync(path).size,
    head,
    read: async (start, end) => {
      const file = await open(path);
      const { buffer } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
      await file.close();
      return buffer;
    },
  });
  const words = refusalOfSource(facts)?.message;
  if (words || !facts) throw new Error(words);
  const job = transcodeJob({
    inputUris: ['s3://uploads/film'],
    outputPrefix: 's3://media/video/',
    source: facts,
    roleArn: 'arn:aws:iam::000000000000:role/transcoder',
    queueArn: 'Videos',
    requestToken: 'token',
    userMetadata: {},
  });
  const { settings } = parseInput(createJobInput, onWire(job));
  mkdirSync(join(folder, 'made'));
  const storage: Pick<JobStorage, 'download' | 'upload'> = {
    download: async (_place, to) => {
      await copyFile(path, to);
      return fetched(path);
    },
    upload: (from, { key }) => copyFile(from, join(folder, 'made', key.slice('video/'.length))),
  };
  await runJob({
    settings,
    storage: storage as JobStorage,
    directory: join(folder, 'work'),
    niceness: 0,
    losesUncoveredSound: true,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  return join(folder, 'made');
}

const fetched = (path: string): FetchedObject => ({
  sizeBytes: statSync(path).size,
  eTag: undefined,
  lastModified: undefined,
  mimeType: undefined,
});

async function probed(path: string): Promise<ProbeResult> {
  const source = await probeSource(path, path).catch((error: unknown) => {
    if (error instanceof JobError) return undefined;
    throw error;
  });
  return fromWire(toProbeResult(fetched(path), source)) as ProbeResult;
}

/** The API's JSON names start with a lower-case letter, those of its client with a capital. */
const onWire = (value: unknown): unknown => renamed(value, (name) => name[0]!.toLowerCase() + name.slice(1));
const fromWire = (value: unknown): unknown =>
  renamed(value, (name) => name[0]!.toUpperCase() + name.slice(1));

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) =>
      item === undefined ? [] : [[rename(name), renamed(item, rename)]],
    ),
  );
}
