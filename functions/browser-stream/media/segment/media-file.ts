/** One uploaded rendition: `ftyp moov (styp|sidx|prft)* moof mdat`, where the last pair may repeat. Pure. */
import type { AacFormat } from './aac.ts';
import { type AvcFormat, readAccessUnit } from './avc.ts';
import { type Box, requireValid, readBoxes } from './boxes.ts';
import { readFragment, type Run } from './fragments.ts';
import { readTracks, type Track } from './tracks.ts';

/** A segment's track. `bytes` contains its samples. */
export interface TrackMedia<F extends Track['format'] = Track['format']> {
  readonly format: F;
  readonly timescale: number;
  readonly run: Run;
  readonly bytes: Uint8Array;
}

export interface MediaFile {
  readonly video: TrackMedia<AvcFormat>;
  readonly audio?: TrackMedia<AacFormat>;
  readonly sizeBytes: number;
}

const MAX_BOXES = 200;
/** Boxes for random access, which are not needed here. */
const PASSED_OVER = new Set(['styp', 'sidx', 'prft']);

export function splitFiles(body: Uint8Array): Uint8Array[] {
  const boxes = readBoxes(body, MAX_BOXES);
  requireValid(boxes[0]?.type === 'ftyp', 'It is not an MP4 file');
  const starts = boxes.filter(({ type }) => type === 'ftyp').map(({ at }) => at);
  return starts.map((at, index) => body.subarray(at, starts[index + 1]));
}

/** Reads a whole file. Throws `BrokenSegmentError` if anything is invalid. */
export function readMediaFile(bytes: Uint8Array): MediaFile {
  const [ftyp, moov, ...rest] = readBoxes(bytes, MAX_BOXES);
  requireValid(ftyp !== undefined && hasBrands(ftyp), 'It is not an MP4 file');
  requireValid(moov?.type === 'moov', 'It does not begin with its header: ftyp, moov');
  const tracks = readTracks(moov);
  const runs = readFragments(
    rest.filter(({ type }) => !PASSED_OVER.has(type)),
    tracks,
  );
  const media = tracks.map(({ format, timescale }, index) => ({
    format,
    timescale,
    run: withoutLead(runs[index]!),
    bytes,
  }));
  const [video, audio] = media;
  requireValid(isVideo(video), 'It has no picture');
  requirePictures(video);
  requireValid(audio === undefined || isAudio(audio), 'It has two pictures');
  return { video, ...(audio && { audio }), sizeBytes: bytes.length };
}

/** ISO 14496-12 §4.3: a brand, a version, and more brands. */
function hasBrands({ body }: Box): boolean {
  const major = String.fromCodePoint(...body.subarray(0, 4));
  return body.length >= 8 && body.length % 4 === 0 && /^[\x20-\x7e]{4}$/.test(major);
}

const isVideo = (media: TrackMedia | undefined): media is TrackMedia<AvcFormat> =>
  media?.format.kind === 'video';
const isAudio = (media: TrackMedia): media is TrackMedia<AacFormat> => media.format.kind === 'audio';

function readFragments(boxes: readonly Box[], tracks: readonly Track[]): Run[] {
  requireValid(boxes.length >= 2, 'It has no fragment');
  let runs: Run[] = [];
  for (let index = 0; index < boxes.length; index += 2) {
    const [moof, mdat] = [boxes[index], boxes[index + 1]];
    requireValid(
      moof?.type === 'moof' && mdat?.type === 'mdat',
      'Its fragments are not pairs of moof and mdat',
    );
    const next = readFragment(moof, mdat, tracks);
    runs = index === 0 ? next : runs.map((run, track) => joined(run, next[track]!));
  }
  return runs;
}

function joined(run: Run, next: Run): Run {
  requireValid(next.start === endOf(run), 'Its fragments do not follow each other in time');
  return { start: run.start, samples: [...run.samples, ...next.samples] };
}

export const endOf = ({ start, samples }: Run): number =>
  samples.reduce((end, { duration }) => end + duration, start);

/** Encoders prime with samples before the recording's zero. */
function withoutLead(run: Run): Run {
  let { start } = run;
  const first = run.samples.findIndex(({ duration }) => {
    if (start >= 0) return true;
    start += duration;
    return false;
  });
  requireValid(first >= 0, 'It is of a time before the recording');
  return { start, samples: run.samples.slice(first) };
}

/** The first picture must be a keyframe, and the flags must match the pictures. */
function requirePictures({ format, run, bytes }: TrackMedia<AvcFormat>): void {
  for (const [index, { at, size, isSync }] of run.samples.entries()) {
    const isKey = readAccessUnit(bytes.subarray(at, at + size), format);
    requireValid(isKey || !isSync, 'A picture of it is not the keyframe that it should be');
    requireValid(index > 0 || (isKey && isSync), 'It does not begin with a keyframe');
  }
}
