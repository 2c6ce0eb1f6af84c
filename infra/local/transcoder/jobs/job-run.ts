import { HOUR_MS } from '#shared/plain/time.ts';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureSpan, uncoveredSound } from '../ffmpeg/covered-sound.ts';
import { runFfmpeg } from '../ffmpeg/ffmpeg-run.ts';
import { GUARDED_INPUT } from '../ffmpeg/input-guard.ts';
import { latenessS, soundFilters } from '../ffmpeg/sound-filters.ts';
import { probeSource, withSound, type Source } from '../ffmpeg/source-probe.ts';
import type { JobSettings } from '../request/job-schema.ts';
import { parseS3Url, type S3Place } from '../request/s3-places.ts';
import {
  hasSingleFileOutputs,
  planJob,
  type JobInput,
  type LateSound,
  type PlannedGroup,
} from './job-plan.ts';
import { finishGroup, type GroupResult } from './job-results.ts';
import type { JobStorage } from './storage.ts';

/** The time limit of a job: a multiple of the source's length, between these two. */
const MIN_LIMIT_MS = 2 * 60_000;
const LIMIT_PER_SOURCE = 20;
const MAX_LIMIT_MS = 6 * HOUR_MS;
const UPLOADS_AT_ONCE = 6;

export type JobPhase = 'PROBING' | 'TRANSCODING' | 'UPLOADING';

export interface JobProgress {
  readonly phase: JobPhase;
  /** Of the phase; missing if the source does not state its length. */
  readonly phasePercent?: number;
}

export interface JobRunOptions {
  readonly settings: JobSettings;
  readonly storage: JobStorage;
  /** The job's own folder, which is deleted afterwards. */
  readonly directory: string;
  readonly niceness: number;
  /** Whether sound without pictures is cut. */
  readonly losesUncoveredSound: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: JobProgress) => void;
}

/** Runs a job: fetches, probes, transcodes, stores. Throws `JobError`, or the signal's reason when it is aborted. */
export async function runJob(options: JobRunOptions): Promise<GroupResult[]> {
  try {
    return await transcode(options);
  } finally {
    await rm(options.directory, { recursive: true, force: true });
  }
}

async function transcode(options: JobRunOptions): Promise<GroupResult[]> {
  const { settings, directory, niceness, signal, onProgress } = options;
  onProgress({ phase: 'PROBING', phasePercent: 0 });
  const outputDirectory = join(directory, 'output');
  await mkdir(outputDirectory, { recursive: true });
  const inputs = await fetchInputs(options);
  const durationS = lengthOf(inputs);
  const { args, groups } = planJob(settings, { inputs, outputDirectory });
  for (const group of groups) await mkdir(group.directory);

  onProgress({ phase: 'TRANSCODING', ...(durationS && { phasePercent: 0 }) });
  await runFfmpeg({
    args,
    niceness,
    signal,
    limitMs: Math.min(
      MAX_LIMIT_MS,
      Math.max(MIN_LIMIT_MS, LIMIT_PER_SOURCE * 1000 * (durationS ?? Infinity)),
    ),
    onProgress: (doneS) =>
      onProgress({
        phase: 'TRANSCODING',
        ...(durationS && { phasePercent: Math.min(100, Math.round((100 * doneS) / durationS)) }),
      }),
  });
  const results: GroupResult[] = [];
  for (const group of groups) results.push(await finishGroup(group, durationS));
  await store(groups, options);
  return results;
}

async function fetchInputs(options: JobRunOptions): Promise<JobInput[]> {
  const { settings, storage, directory, signal, losesUncoveredSound } = options;
  const fetched: JobInput[] = [];
  for (const [index, { fileInput, videoSelector, audioSelectors }] of settings.inputs.entries()) {
    const path = join(directory, `input${index}`);
    await storage.download(parseS3Url(fileInput)!, path, signal);
    const probed = await probeSource(path, fileInput);
    const track = Object.values(audioSelectors ?? {})[0]?.tracks?.[0];
    const source = track === undefined ? probed : withSound(probed, track);
    const { video, audio } = source;
    const pads = videoSelector?.padVideo === 'BLACK' && video && audio;
    const uncovered = pads ? await uncoveredSound(path, video.index, audio.index) : undefined;
    const covered = losesUncoveredSound && !uncovered && source.video ? await pictureSpan(path) : undefined;
    const lateSound = await separateLateSound(path, source, options);
    fetched.push({
      path,
      source,
      ...(covered && { covered }),
      ...(uncovered && { uncovered }),
      ...(lateSound && { lateSound }),
    });
  }
  return fetched;
}

/**
 * Sound that begins late gets silence before it. Its layout may change midway, and then ffmpeg's filters start over, which
 * must not fill the beginning again: so it becomes sound of one layout first.
 */
async function separateLateSound(
  path: string,
  source: Source,
  { settings, niceness, signal }: JobRunOptions,
): Promise<LateSound | undefined> {
  const { audio, video } = source;
  const lateS = latenessS(source);
  if (!audio || lateS === 0 || settings.inputs.length > 1 || hasSingleFileOutputs(settings)) return undefined;
  const sound = `${path}.mkv`;
  const from = ['-nostdin', '-hide_banner', '-loglevel', 'error', ...GUARDED_INPUT, '-i', path];
  const filters = ['-map', `0:${audio.index}`, '-af', soundFilters(audio, undefined)];
  const to = ['-c:a', 'pcm_s16le', '-f', 'matroska', '-y', sound];
  // The clock of a transport stream begins with the first of the streams that are read.
  const clock = video ? ['-map', `0:${video.index}`, '-c', 'copy', '-f', 'null', '-'] : [];
  await runFfmpeg({
    args: [...from, ...filters, ...to, ...clock],
    niceness,
    signal,
    limitMs: MAX_LIMIT_MS,
    onProgress: () => {},
  });
  const { format } = await probeSource(sound, 'sound', 0);
  return { path: sound, lateS: format.start_time ?? lateS };
}

/** Of all inputs, in seconds; unknown if one does not state its own. */
function lengthOf(inputs: readonly JobInput[]): number | undefined {
  const lengths = inputs.map(({ source }) => source.format.duration);
  return lengths.every((length) => length !== undefined)
    ? lengths.reduce((sum, length) => sum + length, 0)
    : undefined;
}

interface PlannedUpload {
  readonly path: string;
  readonly to: S3Place;
  readonly turn: number;
}

/** The order of uploads: segments and pictures, then the playlists that list them, then the multivariant playlist. */
const UPLOAD_ROUNDS = [0, 1, 2];

async function store(
  groups: readonly PlannedGroup[],
  { storage, signal, onProgress }: JobRunOptions,
): Promise<void> {
  const uploads = (await Promise.all(groups.map(uploadsOf))).flat();
  let done = 0;
  for (const turn of UPLOAD_ROUNDS) {
    const queue = uploads.filter((upload) => upload.turn === turn).values();
    const work = async (): Promise<void> => {
      for (const { path, to } of queue) {
        onProgress({ phase: 'UPLOADING', phasePercent: Math.round((100 * done++) / uploads.length) });
        await storage.upload(path, to, signal);
      }
    };
    await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, work));
  }
}

async function uploadsOf({ directory, destination }: PlannedGroup): Promise<PlannedUpload[]> {
  const { bucket, folder, base } = destination;
  const names = await readdir(directory);
  return names.map((name) => ({
    path: join(directory, name),
    to: { bucket, key: `${folder}${name}` },
    turn: name === `${base}.m3u8` ? 2 : name.endsWith('.m3u8') ? 1 : 0,
  }));
}
