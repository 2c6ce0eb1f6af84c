import { join } from 'node:path';
import { GUARDED_INPUT, MAX_INPUT_PIXELS } from '../ffmpeg/input.guard.ts';
import { planOutput, type PlannedOutput } from '../ffmpeg/output.plan.ts';
import { rotationOf } from '../ffmpeg/picture.facts.ts';
import { commonFilters } from '../ffmpeg/picture.filters.ts';
import type { Source, SourceStream } from '../ffmpeg/source.probe.ts';
import { JobError } from '../request/job.error.ts';
import type { JobSettings, OutputGroup } from '../request/job.schema.ts';
import { destinationOf, type Destination } from '../request/s3.places.ts';

export interface PlannedGroup {
  readonly type: 'HLS_GROUP' | 'FILE_GROUP';
  readonly destination: Destination;
  /** Where ffmpeg writes the group's files, under the names that they keep. */
  readonly directory: string;
  readonly outputs: readonly PlannedOutput[];
}

export interface JobPlan {
  /** ffmpeg's. One run makes all outputs, so that the input is read and decoded once. */
  readonly args: readonly string[];
  readonly groups: readonly PlannedGroup[];
}

export interface JobFiles {
  readonly inputPath: string;
  /** Each group gets a folder in it. */
  readonly outputDirectory: string;
}

/** Turns a job's settings into one ffmpeg command for its source. Throws `JobError` where they do not fit each other. */
export function planJob(settings: JobSettings, source: Source, files: JobFiles): JobPlan {
  checkSource(source);
  const [input] = settings.inputs;
  const turnDegrees = turnOf(input?.videoSelector?.rotate, source);
  const groups = settings.outputGroups.map((group, index) =>
    planGroup(group, {
      source,
      turnDegrees,
      label: `group${index}`,
      directory: join(files.outputDirectory, `${index}`),
      inputUrl: input?.fileInput ?? '',
    }),
  );
  const outputs = groups.flatMap((group) => group.outputs);
  // A player starts a rendition anywhere, but a lone file keeps the source's clock, to which its sound is aligned.
  const keepsClock = groups.every(({ type }) => type === 'FILE_GROUP');
  return {
    groups,
    args: [
      ['-nostdin', '-hide_banner', '-loglevel', 'error', '-nostats', '-progress', 'pipe:1', '-y'],
      keepsClock ? ['-copyts'] : [],
      ['-noautorotate', ...GUARDED_INPUT, '-i', files.inputPath],
      filterGraph(outputs, source.video, turnDegrees),
      outputs.flatMap(({ args }) => args),
    ].flat(),
  };
}

interface GroupContext {
  readonly label: string;
  readonly source: Source;
  readonly turnDegrees: number;
  readonly directory: string;
  readonly inputUrl: string;
}

function planGroup(group: OutputGroup, { label, inputUrl, ...shared }: GroupContext): PlannedGroup {
  const settings = group.outputGroupSettings;
  const isHls = settings.type === 'HLS_GROUP_SETTINGS';
  const url = isHls ? settings.hlsGroupSettings.destination : settings.fileGroupSettings.destination;
  const destination = destinationOf(url, inputUrl);
  const context = {
    ...shared,
    base: destination.base,
    ...(isHls && { segmentS: settings.hlsGroupSettings.segmentLength }),
  };
  return {
    type: isHls ? 'HLS_GROUP' : 'FILE_GROUP',
    destination,
    directory: shared.directory,
    outputs: group.outputs.map((output, index) =>
      planOutput(output, Object.assign({ label: `${label}output${index}` }, context)),
    ),
  };
}

function checkSource({ video, audio }: Source): void {
  for (const stream of [video, audio]) {
    if (stream && (!stream.codec_name || stream.codec_name === 'none' || stream.codec_name === 'unknown')) {
      throw new JobError('unsupportedCodec', `track ${stream.index + 1}`);
    }
  }
  const { width = 0, height = 0 } = video ?? {};
  if (video && (width * height === 0 || width * height > MAX_INPUT_PIXELS)) {
    throw new JobError('unsuitableSettings', `a picture of ${width}x${height} cannot be transcoded`);
  }
}

/** `AUTO` turns what MediaConvert turns: MP4 and MOV; all else stays as it is stored unless the job says otherwise. */
function turnOf(rotate: string | undefined, { format, video }: Source): number {
  if (rotate === 'AUTO')
    return video && format.format_name.split(',').includes('mov') ? rotationOf(video) : 0;
  return Number(/^DEGREES?_(\d+)$/.exec(rotate ?? '')?.[1] ?? 0);
}

function filterGraph(
  outputs: readonly PlannedOutput[],
  video: SourceStream | undefined,
  turnDegrees: number,
): string[] {
  const pictures = outputs.flatMap(({ picture }) => (picture ? [picture] : []));
  if (!video || pictures.length === 0) return [];
  const common = [...commonFilters(video, turnDegrees), `split=${pictures.length}`].join(',');
  const branches = pictures.map(({ label, filters }) => `[in-${label}]${filters.join(',')}[${label}]`);
  const inlets = pictures.map(({ label }) => `[in-${label}]`).join('');
  return ['-filter_complex', [`[0:${video.index}]${common}${inlets}`, ...branches].join(';')];
}
