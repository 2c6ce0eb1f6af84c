import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlannedOutput } from '../ffmpeg/output-plan.ts';
import { probeSource } from '../ffmpeg/source-probe.ts';
import { JobError } from '../request/job-error.ts';
import { s3UrlOf } from '../request/s3-places.ts';
import { measureRendition, writeMultivariantPlaylist, type Rendition } from './hls-files.ts';
import type { PlannedGroup } from './job-plan.ts';

/** A finished output, as the `COMPLETE` event describes it. */
export interface OutputResult {
  readonly outputFilePaths: readonly string[];
  readonly durationInMs: number;
  readonly videoDetails?: {
    readonly widthInPx: number;
    readonly heightInPx: number;
    readonly averageBitrate?: number;
  };
}

export interface GroupResult {
  readonly type: PlannedGroup['type'];
  readonly outputDetails: readonly OutputResult[];
  readonly playlistFilePaths?: readonly string[];
}

/**
 * Completes what ffmpeg wrote for a group, and measures it. `sourceDurationS` is missing if the source does not state it.
 * Throws `JobError` 1076 where nothing was made.
 */
export async function finishGroup(
  group: PlannedGroup,
  sourceDurationS: number | undefined,
): Promise<GroupResult> {
  if (group.type === 'FILE_GROUP') {
    const outputDetails = await Promise.all(
      group.outputs.map((output) => fileResult(group, output, sourceDurationS)),
    );
    return { type: group.type, outputDetails };
  }
  const renditions = await Promise.all(
    group.outputs.map(({ fileName }) => measureRendition(group.directory, fileName)),
  );
  const playlist = await writeMultivariantPlaylist(group, renditions);
  return {
    type: group.type,
    outputDetails: group.outputs.map((output, index) => renditionResult(group, output, renditions[index]!)),
    playlistFilePaths: [s3UrlOf(group.destination, playlist)],
  };
}

function renditionResult(group: PlannedGroup, output: PlannedOutput, rendition: Rendition): OutputResult {
  const { durationS, averageBitsPerSecond } = rendition;
  return result(group, output, output.fileName, { durationS, averageBitsPerSecond });
}

/**
 * A file is as long as its source. It is probed only if the source does not state its length: a probe would take each
 * window of a broadcast longer than everything else outside of ffmpeg.
 */
async function fileResult(
  group: PlannedGroup,
  output: PlannedOutput,
  sourceDurationS: number | undefined,
): Promise<OutputResult> {
  if (output.kind === 'captures') {
    const last = (await captures(group, output)).at(-1);
    if (!last) throw new JobError('endsEarly', 'no picture could be decoded');
    return result(group, output, last, { durationS: sourceDurationS ?? 0 });
  }
  const path = join(group.directory, output.fileName);
  const { size } = await stat(path);
  if (size === 0) throw new JobError('endsEarly', 'no picture or sound could be decoded');
  const durationS = sourceDurationS ?? (await probeSource(path, output.fileName)).format.duration ?? 0;
  return result(group, output, output.fileName, {
    durationS,
    ...(durationS > 0 && { averageBitsPerSecond: (size * 8) / durationS }),
  });
}

/** The names of an output's captured frames, in order. */
async function captures({ directory }: PlannedGroup, { fileName }: PlannedOutput): Promise<string[]> {
  const [start = '', end = ''] = fileName.split('%07d');
  const names = await readdir(directory);
  return names.filter((name) => name.startsWith(start) && name.endsWith(end)).toSorted();
}

function result(
  { destination }: PlannedGroup,
  { picture }: PlannedOutput,
  fileName: string,
  { durationS, averageBitsPerSecond }: { readonly durationS: number; readonly averageBitsPerSecond?: number },
): OutputResult {
  return {
    outputFilePaths: [s3UrlOf(destination, fileName)],
    durationInMs: Math.round(durationS * 1000),
    ...(picture && {
      videoDetails: {
        widthInPx: picture.size.width,
        heightInPx: picture.size.height,
        ...(averageBitsPerSecond && { averageBitrate: Math.round(averageBitsPerSecond) }),
      },
    }),
  };
}
