/** The fragments of a segment's file (ISO 14496-12 §8.8.4 to §8.8.12). Pure. */
import { type Box, childrenOf, requireValid, fullBox, HEAD_BYTES } from './boxes.ts';
import type { Track } from './tracks.ts';

export interface Sample {
  /** In bytes of its file. */
  readonly at: number;
  readonly size: number;
  /** In ticks of its track. */
  readonly duration: number;
  readonly isSync: boolean;
}

export interface Run {
  readonly start: number;
  readonly samples: readonly Sample[];
}

/** More than any segment has per track: 120 pictures, or 94 frames of sound, per second. */
const MAX_SAMPLES = 1000;

/** `tfhd` (§8.8.7). */
const FRAGMENT = {
  baseOffset: 1,
  description: 2,
  duration: 8,
  size: 0x10,
  flags: 0x20,
  isEmpty: 0x10000,
  baseIsMoof: 0x20000,
};
/** `trun` (§8.8.8). */
const RUN = { offset: 1, firstFlags: 4, duration: 0x100, size: 0x200, flags: 0x400, composition: 0x800 };
/** §8.8.3.1: `sample_is_non_sync_sample`. */
const NON_SYNC = 0x10000;

/** Reads one `moof` and its `mdat`, which its samples must fill. Returns a run per track. */
export function readFragment(moof: Box, mdat: Box, tracks: readonly Track[]): Run[] {
  const { mfhd, traf } = childrenOf('moof', moof.body, { mfhd: 'once', traf: 'some' });
  requireValid(mfhd[0]!.body.length === 8, 'A fragment of it is not numbered');
  requireValid(traf.length === tracks.length, 'A fragment of it lacks a track');
  const runs = traf.map((box) => readTrackFragment(box, moof.at, tracks));
  const ordered = tracks.map(({ id }) => runs.find((run) => run.id === id));
  requireValid(
    ordered.every((run) => run !== undefined),
    'A fragment of it lacks a track',
  );
  requireFilled(
    mdat,
    runs.flatMap(({ samples }) => samples),
  );
  return ordered;
}

function readTrackFragment(
  traf: Box,
  moofAt: number,
  tracks: readonly Track[],
): Run & { readonly id: number } {
  const plan = { tfhd: 'once', tfdt: 'once', trun: 'some' } as const;
  const { tfhd, tfdt, trun } = childrenOf('traf', traf.body, plan);
  const { flags, fields } = fullBox(tfhd[0]!);
  const trackId = fields.u32();
  const track = tracks.find(({ id }) => id === trackId);
  requireValid(track !== undefined, 'A fragment of it is of no track');
  requireValid(
    (flags & FRAGMENT.baseIsMoof) !== 0 && (flags & (FRAGMENT.baseOffset | FRAGMENT.isEmpty)) === 0,
    'Its fragments must count from where they begin (default-base-is-moof)',
  );
  if (flags & FRAGMENT.description) requireValid(fields.u32() === 1, 'Its samples are of several kinds');
  const { defaults } = track;
  const own = {
    duration: flags & FRAGMENT.duration ? fields.u32() : defaults.duration,
    size: flags & FRAGMENT.size ? fields.u32() : defaults.size,
    flags: flags & FRAGMENT.flags ? fields.u32() : defaults.flags,
  };
  fields.end();
  const time = fullBox(tfdt[0]!);
  const start = (time.version === 1 ? time.fields.u64() : time.fields.u32()) + track.shift;
  time.fields.end();
  const samples = trun.flatMap((box) => readRun(box, moofAt, own));
  requireValid(samples.length <= MAX_SAMPLES, 'It has too many pictures or frames of sound');
  return { id: track.id, start, samples };
}

function readRun(trun: Box, moofAt: number, defaults: Track['defaults']): Sample[] {
  const { flags, fields } = fullBox(trun);
  const count = fields.u32();
  requireValid(count > 0 && count <= MAX_SAMPLES, 'It has too many pictures or frames of sound');
  requireValid((flags & RUN.offset) !== 0, 'It does not say where its samples are');
  let at = moofAt + fields.i32();
  const firstFlags = flags & RUN.firstFlags ? fields.u32() : undefined;
  const samples = Array.from({ length: count }, (_, index) => {
    const duration = flags & RUN.duration ? fields.u32() : defaults.duration;
    const size = flags & RUN.size ? fields.u32() : defaults.size;
    const ownFlags = flags & RUN.flags ? fields.u32() : defaults.flags;
    const sampleFlags = index === 0 ? (firstFlags ?? ownFlags) : ownFlags;
    requireValid(!(flags & RUN.composition) || fields.u32() === 0, NO_B_FRAMES);
    requireValid(duration > 0 && size > 0, 'A sample of it has no length');
    const sample = { at, size, duration, isSync: (sampleFlags & NON_SYNC) === 0 };
    at += size;
    return sample;
  });
  fields.end();
  return samples;
}

const NO_B_FRAMES = 'Its pictures are not in the order in which they are shown. Encode it without B-frames';

/** Every byte belongs to one sample. */
function requireFilled({ at, body }: Box, samples: readonly Sample[]): void {
  const begin = at + HEAD_BYTES;
  let next = begin;
  for (const sample of samples.toSorted((a, b) => a.at - b.at)) {
    requireValid(sample.at === next, 'Its samples are not where it says');
    next += sample.size;
  }
  requireValid(next === begin + body.length, 'Its samples do not fill it');
}
