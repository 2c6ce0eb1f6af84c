/** The animation of an AVIF: the tracks in `moov`, whose samples are AV1 data (ISO/IEC 14496-12 §8, AVIF §6). Pure. */
import { codedSizes } from './av1.ts';
import { type Box, boxesOf, only, type Range, Reader, versioned } from './boxes.ts';
import { HANDLER_BYTES, PROPERTIES } from './avif-properties.ts';

/** Of each box that has others: those that an animation needs. */
const NEEDED: Readonly<Record<string, ReadonlySet<string>>> = {
  moov: new Set(['mvhd', 'trak']),
  trak: new Set(['tkhd', 'edts', 'tref', 'mdia']),
  edts: new Set(['elst']),
  mdia: new Set(['mdhd', 'hdlr', 'minf']),
  minf: new Set(['vmhd', 'dinf', 'stbl']),
  dinf: new Set(['dref']),
  stbl: new Set('stsd stts ctts stss stsc stsz stco co64'.split(' ')),
};
const OF_SAMPLES = new Set([...PROPERTIES, 'auxi', 'ccst', 'btrt']);
/** Colours, and transparency. */
const HANDLERS = new Set(['pict', 'auxv']);
const MAX_TRACKS = 2;
const MAX_SAMPLES = 1000;
/** Before the boxes of a sample's description; the size of the frames, and the name of the encoder, in it (§12.1.3). */
const VISUAL = { bytes: 78, sizeAt: 24, nameAt: 42, nameBytes: 32 } as const;

export interface Tracks {
  /** The first sample of each. */
  readonly first: readonly Range[];
  readonly samples: readonly Range[];
  /** That boxes and AV1 data declare. */
  readonly pixels: readonly number[];
  /** Of the longest track. */
  readonly frames: number;
  /** Boxes that are not needed. */
  readonly unneeded: readonly Box[];
  /** Times, and names of programs. */
  readonly metadata: readonly Range[];
}

/** `null` without an animation of at least two frames in this file. Throws `RangeError` for broken boxes. */
export function tracksOf(file: Buffer, top: readonly Box[]): Tracks | null {
  const [moov, another] = top.filter(({ type }) => type === 'moov');
  if (!moov || another) return null;
  const { boxes, unneeded } = within(file, moov);
  const found = boxes.filter(({ type }) => type === 'trak').map((trak) => trackOf(file, trak));
  const tracks = found.flatMap((track) => track ?? []);
  if (tracks.length < found.length || found.length === 0 || found.length > MAX_TRACKS) return null;
  const frames = Math.max(...tracks.map((track) => track.frames));
  const samples = tracks.flatMap((track) => track.samples);
  const places = top.filter(({ type }) => type === 'mdat');
  const isWithin = ({ start, end }: Range) =>
    start < end && places.some((place) => start >= place.from && end <= place.end);
  if (frames < 2 || !samples.every(isWithin)) return null;
  return {
    first: tracks.map((track) => track.samples[0]!),
    samples,
    pixels: tracks.flatMap((track) => track.pixels),
    frames,
    unneeded: [...unneeded, ...tracks.flatMap((track) => track.unneeded)],
    metadata: [
      ...boxes.filter(({ type }) => type === 'mvhd').map((box) => timesOf(file, box)),
      ...tracks.flatMap((track) => track.metadata),
    ],
  };
}

/** The needed boxes of a box, at every depth, and those that are not. */
function within(file: Buffer, box: Box): { readonly boxes: Box[]; readonly unneeded: Box[] } {
  const needed = NEEDED[box.type];
  if (!needed) return { boxes: [], unneeded: [] };
  const all = boxesOf(file, box.from, box.end);
  const boxes = all.filter(({ type }) => needed.has(type));
  // Tracks are looked into one by one.
  const inner = boxes.filter(({ type }) => type !== 'trak').map((one) => within(file, one));
  return {
    boxes: [...boxes, ...inner.flatMap((one) => one.boxes)],
    unneeded: [...all.filter(({ type }) => !needed.has(type)), ...inner.flatMap((one) => one.unneeded)],
  };
}

function trackOf(file: Buffer, trak: Box) {
  const { boxes, unneeded } = within(file, trak);
  const [tkhd, mdhd, hdlr] = [only(boxes, 'tkhd'), only(boxes, 'mdhd'), only(boxes, 'hdlr')];
  if (!HANDLERS.has(new Reader(file, { from: hdlr.from + 8, end: hdlr.end }).name())) return null;
  if (!isInFile(file, only(boxes, 'dref'))) return null;
  const described = descriptionOf(file, only(boxes, 'stsd'));
  const samples = samplesOf(file, boxes);
  const coded = samples.map(({ start, end }) => codedSizes(file.subarray(start, end)));
  if (!described || samples.length === 0) return null;
  const sizes = [described.coded, ...coded].flatMap((one) => one ?? []);
  const pixels = sizes.flatMap((one) => one.pixels);
  if (sizes.length <= coded.length || pixels.length === 0) return null;
  return {
    samples,
    // Of the displayed track, in whole pixels.
    pixels: [...pixels, described.pixels, file.readUInt16BE(tkhd.end - 8) * file.readUInt16BE(tkhd.end - 4)],
    frames: Math.max(
      samples.length,
      sizes.reduce((sum, one) => sum + one.frames, 0),
    ),
    unneeded: [...unneeded, ...described.unneeded],
    metadata: [
      timesOf(file, tkhd),
      timesOf(file, mdhd),
      { start: hdlr.from + HANDLER_BYTES, end: hdlr.end },
      described.name,
    ],
  };
}

/** When it was made and changed. */
const timesOf = (file: Buffer, { from, end }: Box): Range => ({
  start: from + 4,
  end: Math.min(end, from + 4 + (file[from] === 1 ? 16 : 8)),
});

/** §8.7.2: the samples are in one file, which is this. */
function isInFile(file: Buffer, { from, end }: Box): boolean {
  const [entry, another] = boxesOf(file, from + 8, end);
  return entry?.type === 'url ' && !another && entry.end - entry.from === 4 && file[entry.from + 3] === 1;
}

/** §8.5.2: how all samples are coded. */
function descriptionOf(file: Buffer, { from, end }: Box) {
  const [entry, another] = boxesOf(file, from + 8, end);
  if (entry?.type !== 'av01' || another) return null;
  const at = (offset: number): number => entry.from + offset;
  const boxes = boxesOf(file, at(VISUAL.bytes), entry.end);
  const { from: configuration, end: configurationEnd } = only(boxes, 'av1C');
  return {
    coded: codedSizes(file.subarray(configuration + 4, configurationEnd)),
    pixels: file.readUInt16BE(at(VISUAL.sizeAt)) * file.readUInt16BE(at(VISUAL.sizeAt + 2)),
    unneeded: boxes.filter(({ type }) => !OF_SAMPLES.has(type)),
    name: { start: at(VISUAL.nameAt), end: at(VISUAL.nameAt + VISUAL.nameBytes) },
  };
}

/** §8.7: the sizes of samples, the chunks that they are in, and where those are. */
function samplesOf(file: Buffer, boxes: readonly Box[]): readonly Range[] {
  const sizes = sizesOf(file, only(boxes, 'stsz'));
  const runs = tableOf(file, only(boxes, 'stsc'), [4, 4, 4]);
  const isLong = boxes.some(({ type }) => type === 'co64');
  const chunks = tableOf(file, only(boxes, isLong ? 'co64' : 'stco'), [isLong ? 8 : 4]);
  const samples: Range[] = [];
  for (const [index, [offset = 0]] of chunks.entries()) {
    const [, count = 0] = runs.findLast(([first = 0]) => first <= index + 1) ?? [];
    let start = offset;
    for (let at = 0; at < count && samples.length < sizes.length; at += 1) {
      const end = start + (sizes[samples.length] ?? 0);
      samples.push({ start, end });
      start = end;
    }
  }
  if (samples.length < sizes.length) throw new RangeError('Samples are in no chunk');
  return samples;
}

function sizesOf(file: Buffer, box: Box): readonly number[] {
  const { reader } = versioned(file, box);
  const size = reader.number(4);
  const count = reader.number(4);
  if (count > MAX_SAMPLES) throw new RangeError('There are too many samples');
  return Array.from({ length: count }, () => (size === 0 ? reader.number(4) : size));
}

/** Rows of numbers with so many bytes. */
function tableOf(file: Buffer, box: Box, bytes: readonly number[]): readonly (readonly number[])[] {
  const { reader } = versioned(file, box);
  const count = reader.number(4);
  if (count > MAX_SAMPLES) throw new RangeError('There are too many chunks');
  return Array.from({ length: count }, () => bytes.map((one) => reader.number(one)));
}
