import { join } from 'node:path';
import { JobError } from '../request/job-error.ts';
import type {
  FrameCaptureSettings,
  H264Settings,
  OutputSettings,
  VideoDescription,
} from '../request/output-schema.ts';
import { colourFilters } from './colours.ts';
import type { PictureSpan, UncoveredSound } from './covered-sound.ts';
import { h264Arguments } from './h264-arguments.ts';
import { frameRateOf, type Fraction } from './picture-facts.ts';
import type { Orientation } from './orientation.ts';
import { captureFilters, videoFilters, type PictureFilters } from './picture-filters.ts';
import { sizingOf, uprightSize, type Size } from './picture-size.ts';
import { lateSoundFilters, soundFilters } from './sound-filters.ts';
import type { Source, SourceStream } from './source-probe.ts';

/** A video output of the filter graph, with the output's label. */
export interface PlannedPicture extends PictureFilters {
  readonly size: Size;
  readonly rate: Fraction;
}

export interface PlannedOutput {
  /** Unique within the job. */
  readonly label: string;
  readonly kind: 'rendition' | 'file' | 'captures';
  /** The file in MediaConvert's events: the rendition's playlist, the file, or `%07d` for captures. */
  readonly fileName: string;
  readonly picture: PlannedPicture | undefined;
  readonly hasSound: boolean;
  /** Arguments of ffmpeg for this output. */
  readonly args: readonly string[];
}

export interface OutputContext {
  readonly label: string;
  readonly source: Source;
  /** The time span of its pictures, if sound outside of it is cut. */
  readonly covered?: PictureSpan;
  /** Sound after the last picture, for which that picture is repeated. */
  readonly uncovered?: UncoveredSound;
  /** Whether the sound is in a second input, because it begins late. */
  readonly hasLateSound: boolean;
  /** Whether inputs are joined. Then the sound is an output of the filter graph, too (`soundLabel`). */
  readonly isJoined: boolean;
  readonly orientation: Orientation;
  readonly directory: string;
  readonly base: string;
  /** HLS groups only. */
  readonly segmentS?: number;
}

/**
 * Plans one output. A video output has no sound if the source has none. Throws `JobError` if the source lacks the stream
 * that the output needs.
 */
export function planOutput(output: OutputSettings, context: OutputContext): PlannedOutput {
  const { source, base, label } = context;
  const { videoDescription, audioDescriptions = [] } = output;
  if (videoDescription && !source.video) throw new JobError('noPicture', 'an output asks for a picture');
  if (!videoDescription && !source.audio) throw new JobError('noSound', 'an output asks for sound alone');
  const codec = videoDescription?.codecSettings;
  const name = `${base}${output.nameModifier ?? ''}`;
  if (codec?.codec === 'FRAME_CAPTURE')
    return planCaptures(videoDescription!, codec.frameCaptureSettings, name, context);
  const hasSound = audioDescriptions.length > 0 && source.audio !== undefined;
  const picture = codec && planVideo(videoDescription, codec.h264Settings, context);
  const media = [
    picture && codec ? videoArguments(label, picture, codec.h264Settings) : [],
    hasSound ? soundArguments(context) : [],
  ].flat();
  const container = containerOf(name, context);
  return { ...container, label, picture, hasSound, args: [...media, ...container.args] };
}

function containerOf(
  name: string,
  { directory, segmentS }: OutputContext,
): Pick<PlannedOutput, 'kind' | 'fileName' | 'args'> {
  if (segmentS !== undefined) {
    const fileName = `${name}.m3u8`;
    return { kind: 'rendition', fileName, args: hlsArguments(directory, name, segmentS) };
  }
  const fileName = `${name}.ts`;
  return { kind: 'file', fileName, args: ['-f', 'mpegts', join(directory, fileName)] };
}

function planVideo(
  description: VideoDescription,
  settings: H264Settings,
  { source, orientation, uncovered }: OutputContext,
): PlannedPicture {
  const stream = source.video!;
  const sizing = sizingOf(uprightSize(stream, orientation), description);
  const rate = rateOf(settings, stream);
  const colours = colourFilters(description, stream);
  return { ...videoFilters({ sizing, orientation, colours, uncovered }, rate), size: sizing.canvas, rate };
}

const videoArguments = (label: string, { rate }: PlannedPicture, settings: H264Settings): string[] => [
  '-map',
  `[${label}]`,
  '-fps_mode',
  'passthrough',
  ...h264Arguments(settings, rate),
];

function planCaptures(
  description: VideoDescription,
  settings: FrameCaptureSettings,
  name: string,
  { source, orientation, uncovered, label, directory }: OutputContext,
): PlannedOutput {
  const stream = source.video!;
  const sizing = sizingOf(uprightSize(stream, orientation), description);
  const { quality, maxCaptures } = settings;
  const args = [
    ['-map', `[${label}]`, '-fps_mode', 'passthrough', '-c:v', 'mjpeg', '-q:v', jpegScale(quality)],
    maxCaptures ? ['-frames:v', `${maxCaptures}`] : [],
    ['-f', 'image2', '-start_number', '0', `${escaped(join(directory, name))}.%07d.jpg`],
  ].flat();
  const colours = colourFilters(description, stream);
  const filters = captureFilters({ sizing, orientation, colours, uncovered }, settings);
  const picture = { ...filters, size: sizing.canvas, rate: frameRateOf(stream) };
  return { label, kind: 'captures', fileName: `${name}.%07d.jpg`, picture, hasSound: false, args };
}

function rateOf(settings: H264Settings, stream: SourceStream): Fraction {
  const {
    framerateControl,
    framerateNumerator: numerator = 1,
    framerateDenominator: denominator = 1,
  } = settings;
  return framerateControl === 'SPECIFIED' ? { numerator, denominator } : frameRateOf(stream);
}

export const soundLabel = (outputLabel: string): string => `${outputLabel}-sound`;

/** The only sound that jobs ask for: AAC. */
const AAC = ['-c:a', 'aac', '-b:a', '128000', '-ar', '48000', '-ac', '2'];

function soundArguments({ source, covered, isJoined, label, hasLateSound }: OutputContext): string[] {
  if (isJoined) return ['-map', `[${soundLabel(label)}]`, ...AAC];
  if (hasLateSound) return ['-map', '1:0', ...AAC, '-af', lateSoundFilters(covered)];
  const audio = source.audio!;
  return ['-map', `0:${audio.index}`, ...AAC, '-af', soundFilters(audio, covered)];
}

function hlsArguments(directory: string, name: string, segmentS: number): string[] {
  return [
    ['-f', 'hls', '-hls_time', `${segmentS}`, '-hls_list_size', '0', '-hls_playlist_type', 'vod'],
    ['-hls_segment_type', 'mpegts', '-hls_flags', 'independent_segments', '-start_number', '1'],
    ['-hls_segment_filename', `${escaped(join(directory, name))}_%05d.ts`, join(directory, `${name}.m3u8`)],
  ].flat();
}

/** Converts JPEG quality, 1 to 100, to ffmpeg's scale, where 2 is best. */
const jpegScale = (quality: number): string => (2 + (100 - quality) / 8).toFixed(0);

/** Escapes `%`, which starts a number in a file name pattern. */
const escaped = (path: string): string => path.replaceAll('%', '%%');
