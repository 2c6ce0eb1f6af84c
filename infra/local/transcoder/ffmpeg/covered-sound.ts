/** Sound before the first and after the last picture, which MediaConvert may cut. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { GUARDED_INPUT } from './input-guard.ts';

/** Start and end of a file's pictures, in s on the file's clock. */
export interface PictureSpan {
  /** Start of the first stream. */
  readonly fileStartS: number;
  readonly startS: number;
  readonly endS: number;
}

/** Duration of the last picture, which few files state. */
const FRAME_S = 1 / 30;

/** Seconds of sound before the first picture and after the last; never below 0. */
export interface UncoveredSound {
  readonly beforeS: number;
  readonly afterS: number;
}

/** Reads the packets of two streams, given by index, without decoding them. */
export async function uncoveredSound(path: string, video: number, audio: number): Promise<UncoveredSound> {
  const show = ['-show_entries', 'packet=stream_index,pts_time,duration_time', '-of', 'csv=p=0'];
  const args = ['-v', 'error', ...GUARDED_INPUT, ...show, path];
  const { stdout } = await promisify(execFile)('ffprobe', args, { maxBuffer: 2 ** 29 });
  const spans = new Map<number, { startS: number; endS: number }>();
  for (const line of stdout.split('\n')) {
    const [index = Number.NaN, startS = Number.NaN, lengthS = 0] = line.split(',').map(Number.parseFloat);
    if (Number.isNaN(startS)) continue;
    const span = spans.get(index) ?? { startS, endS: startS };
    spans.set(index, {
      startS: Math.min(span.startS, startS),
      endS: Math.max(span.endS, startS + (lengthS || 0)),
    });
  }
  const [picture, sound] = [spans.get(video), spans.get(audio)];
  if (!picture || !sound) return { beforeS: 0, afterS: 0 };
  return {
    beforeS: Math.max(0, picture.startS - sound.startS),
    afterS: Math.max(0, sound.endS - picture.endS),
  };
}

/** Reads the video packets of a file, without decoding them. */
export async function pictureSpan(path: string): Promise<PictureSpan> {
  const show = [
    '-select_streams',
    'v:0',
    '-show_entries',
    'format=start_time:packet=pts_time',
    '-of',
    'json',
  ];
  const args = ['-v', 'error', ...GUARDED_INPUT, ...show, path];
  const { stdout } = await promisify(execFile)('ffprobe', args, { maxBuffer: 2 ** 28 });
  const { format, packets } = JSON.parse(stdout) as {
    readonly format: { readonly start_time?: string };
    readonly packets: readonly { readonly pts_time?: string }[];
  };
  const timesS = packets.flatMap(({ pts_time: time }) => (time === undefined ? [] : [Number(time)]));
  const inOrder = timesS.toSorted((a, b) => a - b);
  return {
    fileStartS: Number(format.start_time ?? 0),
    startS: inOrder[0] ?? 0,
    endS: (inOrder.at(-1) ?? 0) + FRAME_S,
  };
}

/** The same relative to the file's start, as ffmpeg counts by default. */
export const sinceFileStart = ({ fileStartS, startS, endS }: PictureSpan): PictureSpan => ({
  fileStartS: 0,
  startS: startS - fileStartS,
  endS: endS - fileStartS,
});

/** A filter that cuts sound before the first picture and after the last, as MediaConvert may do (warning 240001). */
export const coveredSound = ({ startS, endS }: PictureSpan): string =>
  `atrim=start=${startS.toFixed(6)}:end=${endS.toFixed(6)}`;
