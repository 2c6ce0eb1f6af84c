/** Checks an upload of the direct path: one segment in all its renditions. Pure. */
import { requireValid } from './boxes.ts';
import { endOf, type MediaFile, readMediaFile, splitFiles, type TrackMedia } from './media-file.ts';
import { writeFragment, writeInit } from './mp4-writer.ts';

interface SegmentLimits {
  readonly minMs: number;
  readonly maxMs: number;
  readonly maxMainBytes: number;
  readonly maxSmallBytes: number;
}

export interface CheckedRendition {
  readonly init: Uint8Array<ArrayBuffer>;
  readonly fragment: Uint8Array<ArrayBuffer>;
  readonly codecs: string;
  /** Missing for sound only. */
  readonly picture?: { readonly width: number; readonly height: number; readonly framesPerSecond: number };
}

export interface CheckedSegment {
  readonly startMs: number;
  readonly endMs: number;
  readonly main: CheckedRendition;
  readonly small?: CheckedRendition;
  readonly sound: CheckedRendition;
}

/** How far sound may be from the picture at either end. */
const SOUND_TOLERANCE_MS = 100;
/** About a frame: how far the small picture may be from the main one at either end. */
const SMALL_TOLERANCE_MS = 50;
const MAX_FRAMES_PER_SECOND = 120;

/** Checks an upload and converts it for viewers. Throws `BrokenSegmentError`; time and memory are linear. */
export function checkSegment(body: Uint8Array, seq: number, limits: SegmentLimits): CheckedSegment {
  const [mainBytes, smallBytes, ...others] = splitFiles(body);
  requireValid(mainBytes !== undefined && others.length === 0, 'It is more than a file and a small one');
  requireValid(mainBytes.length <= limits.maxMainBytes, 'It has too many bytes for its length');
  requireValid((smallBytes?.length ?? 0) <= limits.maxSmallBytes, 'The small one has too many bytes');
  const { video, audio } = readMediaFile(mainBytes);
  requireValid(audio !== undefined, 'It has no sound');
  const [times, sound] = [timesOf(video), timesOf(audio)];
  const lengthMs = times.endMs - times.startMs;
  requireValid(
    lengthMs >= limits.minMs && lengthMs <= limits.maxMs,
    `It must last from ${limits.minMs / 1000} s to ${limits.maxMs / 1000} s`,
  );
  requireValid(
    areNear(times, sound, SOUND_TOLERANCE_MS),
    'Its sound and its picture are not of the same time',
  );
  const small = smallBytes && readMediaFile(smallBytes);
  if (small) requireSmall(small, times);
  return {
    ...times,
    main: rendition([video, audio], seq),
    ...(small && { small: rendition([small.video, audio], seq) }),
    sound: rendition([audio], seq),
  };
}

interface Times {
  readonly startMs: number;
  readonly endMs: number;
}

/** Begin and end are rounded, so that segments contiguous in ticks are contiguous in ms. */
const timesOf = ({ run, timescale }: TrackMedia): Times => ({
  startMs: Math.round((run.start * 1000) / timescale),
  endMs: Math.round((endOf(run) * 1000) / timescale),
});

const areNear = (one: Times, other: Times, toleranceMs: number): boolean =>
  Math.abs(one.startMs - other.startMs) <= toleranceMs && Math.abs(one.endMs - other.endMs) <= toleranceMs;

/** Its sound is ignored; the main rendition's is used. */
function requireSmall({ video }: MediaFile, times: Times): void {
  requireValid(areNear(timesOf(video), times, SMALL_TOLERANCE_MS), 'The small picture is of another time');
}

function rendition(tracks: readonly TrackMedia[], seq: number): CheckedRendition {
  const picture = pictureOf(tracks[0]!);
  return {
    init: writeInit(tracks),
    fragment: writeFragment(tracks, seq + 1),
    codecs: tracks.map(({ format }) => format.codec).join(','),
    ...(picture && { picture }),
  };
}

function pictureOf({ format, run, timescale }: TrackMedia): CheckedRendition['picture'] {
  if (format.kind !== 'video') return undefined;
  const framesPerSecond = (run.samples.length * timescale) / (endOf(run) - run.start);
  requireValid(framesPerSecond <= MAX_FRAMES_PER_SECOND, 'It has too many pictures a second');
  const { width, height } = format;
  return { width, height, framesPerSecond: Math.round(framesPerSecond * 1000) / 1000 };
}
