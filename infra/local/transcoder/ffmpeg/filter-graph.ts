import type { PictureSpan } from './covered-sound.ts';
import { JobError } from '../request/job-error.ts';
import { soundLabel, type PlannedOutput, type PlannedPicture } from './output-plan.ts';
import { commonFilters } from './picture-filters.ts';
import { soundFilters } from './sound-filters.ts';
import type { Source } from './source-probe.ts';

/** An input, and the outputs that are made of it. */
export interface GraphInput {
  readonly source: Source;
  /** The time span of its pictures, if sound outside of it is cut. */
  readonly covered?: PictureSpan;
  readonly outputs: readonly PlannedOutput[];
}

interface LabelledPicture extends PlannedPicture {
  readonly label: string;
}

const picturesOf = ({ outputs }: GraphInput): LabelledPicture[] =>
  outputs.flatMap(({ label, picture }) => (picture ? [{ ...picture, label }] : []));

const complex = (parts: readonly string[]): string[] =>
  parts.length === 0 ? [] : ['-filter_complex', parts.join(';')];

const inBrackets = (labels: readonly string[]): string => labels.map((label) => `[${label}]`).join('');

/** The graph of a single input, with a video output per label. Its sound bypasses the graph. */
export function pictureGraph(input: GraphInput): string[] {
  const pictures = picturesOf(input);
  const branches = pictures.map(
    ({ label, pace, shape }) => `[in-${label}]${[pace, ...shape].join(',')}[${label}]`,
  );
  return complex([...split(input, 0, 'in-'), ...branches]);
}

/** The video of an input for each output, with prefixed labels. */
function split(input: GraphInput, index: number, prefix: string): string[] {
  const labels = picturesOf(input).map(({ label }) => `${prefix}${label}`);
  const { video } = input.source;
  if (!video || labels.length === 0) return [];
  const common = [...commonFilters(video), `split=${labels.length}`].join(',');
  return [`[${index}:${video.index}]${common}${inBrackets(labels)}`];
}

/** MediaConvert's sample rate, to which others can be converted without audible loss. */
const JOINED_SOUND = 'aformat=sample_rates=48000:channel_layouts=stereo';

/**
 * Joins inputs in order; pictures and sound of each begin together (User Guide, "Assembling multiple inputs and input
 * clips"). The sound of each is padded or cut to its pictures, so that these have no gap. Throws `JobError` if an input
 * lacks a stream that others have, or if an output's size would change.
 */
export function joinedGraph(inputs: readonly GraphInput[]): string[] {
  const [first] = inputs;
  const pictures = first ? picturesOf(first) : [];
  const soundLabels = (first?.outputs ?? []).filter(({ hasSound }) => hasSound).map(({ label }) => label);
  const hasSound = soundLabels.length > 0;
  const branches = inputs.flatMap((input, index) => branchesOf(input, index, { pictures, hasSound }));
  const streams = [...pictures.map(({ label }) => label), ...(hasSound ? ['sound'] : [])];
  const given = inputs.map((_, index) => inBrackets(streams.map((name) => `${index}-${name}`))).join('');
  const shape = `concat=n=${inputs.length}:v=${pictures.length}:a=${Number(hasSound)}`;
  return complex([
    ...branches,
    `${given}${shape}${inBrackets(streams.map((name) => `all-${name}`))}`,
    ...pictures.map(({ label, pace }) => `[all-${label}]${pace}[${label}]`),
    ...(hasSound
      ? [`[all-sound]asplit=${soundLabels.length}${inBrackets(soundLabels.map(soundLabel))}`]
      : []),
  ]);
}

interface Joined {
  /** As planned for the first input. */
  readonly pictures: readonly LabelledPicture[];
  readonly hasSound: boolean;
}

function branchesOf(input: GraphInput, index: number, { pictures, hasSound }: Joined): string[] {
  const { audio, video } = input.source;
  if (hasSound && !audio) throw new JobError('noSound', `input ${index + 1} has none`);
  const branches = picturesOf(input).map(({ label, shape, size }, number) => {
    const { width, height } = pictures[number]?.size ?? size;
    if (size.width !== width || size.height !== height)
      throw new JobError('unsuitableSettings', `input ${index + 1} would change the size of an output`);
    return `[${index}-in-${label}]${shape.join(',')}[${index}-${label}]`;
  });
  const length = video?.duration === undefined ? [] : ['apad', `atrim=end=${video.duration}`];
  const sound =
    audio && [`${soundFilters(audio, input.covered)}:first_pts=0`, JOINED_SOUND, ...length].join(',');
  return [
    ...split(input, index, `${index}-in-`),
    ...branches,
    ...(hasSound && audio ? [`[${index}:${audio.index}]${sound}[${index}-sound]`] : []),
  ];
}
