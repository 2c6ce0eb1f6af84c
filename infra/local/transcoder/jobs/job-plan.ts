import { join } from 'node:path';
import { sinceFileStart, type PictureSpan, type UncoveredSound } from '../ffmpeg/covered-sound.ts';
import { GUARDED_INPUT, MAX_INPUT_PIXELS } from '../ffmpeg/input-guard.ts';
import { joinedGraph, pictureGraph, type GraphInput } from '../ffmpeg/filter-graph.ts';
import { planOutput, type PlannedOutput } from '../ffmpeg/output-plan.ts';
import { AS_STORED, type Orientation } from '../ffmpeg/orientation.ts';
import type { Source } from '../ffmpeg/source-probe.ts';
import { JobError } from '../request/job-error.ts';
import type { InputRotate, JobSettings, OutputGroup } from '../request/job-schema.ts';
import { destinationOf, type Destination } from '../request/s3-places.ts';

export interface PlannedGroup {
  readonly type: 'HLS_GROUP' | 'FILE_GROUP';
  readonly destination: Destination;
  /** Where ffmpeg writes the group's files, under their final names. */
  readonly directory: string;
  readonly outputs: readonly PlannedOutput[];
}

export interface JobPlan {
  /** Arguments of ffmpeg. One run makes all outputs, so that each input is decoded once. */
  readonly args: readonly string[];
  readonly groups: readonly PlannedGroup[];
}

/** An input of a job: its local copy and what ffprobe reports of it. */
export interface JobInput {
  readonly path: string;
  readonly source: Source;
  /** The time span of its pictures, if sound outside of it is cut. */
  readonly covered?: PictureSpan;
  /** Sound after the last picture, for which that picture is repeated. */
  readonly uncovered?: UncoveredSound;
  /** Its sound in a separate stereo file, if it begins late. */
  readonly lateSound?: LateSound;
}

export interface LateSound {
  readonly path: string;
  readonly lateS: number;
}

export interface JobFiles {
  /** In the order in which they are joined. */
  readonly inputs: readonly JobInput[];
  /** Each group gets a folder in it. */
  readonly outputDirectory: string;
}

/** Turns a job's settings into one ffmpeg command. Throws `JobError` if they do not fit the sources. */
export function planJob(settings: JobSettings, { inputs, outputDirectory }: JobFiles): JobPlan {
  const isJoined = inputs.length > 1;
  const keepsClock = hasSingleFileOutputs(settings);
  const planned = inputs.map(({ source, covered: span, uncovered, lateSound }, index) => {
    const covered = span && (keepsClock ? span : sinceFileStart(span));
    checkSource(source);
    const orientation = orientationOf(settings.inputs[index]?.videoSelector?.rotate, source);
    const groups = settings.outputGroups.map((group, number) =>
      planGroup(group, {
        source,
        ...(covered && { covered }),
        ...(uncovered && { uncovered }),
        orientation,
        hasLateSound: lateSound !== undefined,
        isJoined,
        label: `group${number}`,
        directory: join(outputDirectory, `${number}`),
      }),
    );
    return { source, ...(covered && { covered }), groups };
  });
  const graphInputs = planned.map(({ groups, ...input }): GraphInput => ({
    ...input,
    outputs: groups.flatMap(({ outputs }) => outputs),
  }));
  const [first] = graphInputs;
  if (!first) throw new RangeError('A job has an input');
  // The first input determines the outputs' rate and size.
  const groups = planned[0]!.groups;
  return {
    groups,
    args: [
      ['-nostdin', '-hide_banner', '-loglevel', 'error', '-nostats', '-progress', 'pipe:1', '-y'],
      keepsClock ? ['-copyts'] : [],
      inputs.flatMap(({ path }) => [...ONE_GRAPH, '-noautorotate', ...GUARDED_INPUT, '-i', path]),
      // ffmpeg starts each file's clock at zero.
      inputs.flatMap(({ lateSound: late }) => (late ? ['-itsoffset', `${late.lateS}`, '-i', late.path] : [])),
      isJoined ? joinedGraph(graphInputs) : pictureGraph(first),
      first.outputs.flatMap(({ args }) => args),
    ].flat(),
  };
}

/** Keeps the filters, and the frames that they buffer, when the picture's size changes. */
const ONE_GRAPH = ['-reinit_filter:v', '0'];

/** Whether all outputs are single files. These keep the source's clock, to which their sound is aligned. */
export const hasSingleFileOutputs = ({ inputs, outputGroups }: JobSettings): boolean =>
  inputs.length === 1 &&
  outputGroups.every(({ outputGroupSettings: { type } }) => type === 'FILE_GROUP_SETTINGS');

interface GroupContext {
  readonly label: string;
  readonly source: Source;
  readonly covered?: PictureSpan;
  readonly uncovered?: UncoveredSound;
  readonly orientation: Orientation;
  readonly hasLateSound: boolean;
  readonly isJoined: boolean;
  readonly directory: string;
}

function planGroup(group: OutputGroup, { label, ...shared }: GroupContext): PlannedGroup {
  const settings = group.outputGroupSettings;
  const isHls = settings.type === 'HLS_GROUP_SETTINGS';
  const url = isHls ? settings.hlsGroupSettings.destination : settings.fileGroupSettings.destination;
  const destination = destinationOf(url);
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

const TURNS = { DEGREES_90: 90, DEGREES_180: 180, DEGREES_270: 270 } as const;

/**
 * `AUTO` rotates MP4 and MOV only, as MediaConvert does. Mirroring, which MediaConvert ignores, is applied as in browsers.
 */
function orientationOf(rotate: InputRotate | undefined, { format, video }: Source): Orientation {
  if (!video || rotate === undefined) return AS_STORED;
  const { turnDegrees, isMirrored } = video.orientation;
  const isTurnedByItself = rotate === 'AUTO' && format.format_name.split(',').includes('mov');
  if (isTurnedByItself) return { turnDegrees, isMirrored };
  return { turnDegrees: rotate in TURNS ? TURNS[rotate as keyof typeof TURNS] : 0, isMirrored };
}
