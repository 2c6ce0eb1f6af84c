/** The tracks of a segment's `moov` (ISO 14496-12 §8.2.1, §8.8). Pure. */
import { type AacFormat, readAacEntry } from './aac.ts';
import { type AvcFormat, readAvcEntry } from './avc.ts';
import { type Box, childrenOf, requireValid, fullBox, readBoxes } from './boxes.ts';

interface SampleDefaults {
  readonly duration: number;
  readonly size: number;
  readonly flags: number;
}

export interface Track {
  readonly id: number;
  readonly format: AvcFormat | AacFormat;
  readonly timescale: number;
  /** The edit list's time offset, in ticks. */
  readonly shift: number;
  readonly defaults: SampleDefaults;
}

const MAX_TIMESCALE = 10_000_000;

/** Reads one or two tracks: video before audio. Throws for others. */
export function readTracks(moov: Box): Track[] {
  const plan = { mvhd: 'once', trak: 'some', mvex: 'once', udta: 'maybe' } as const;
  const { mvhd, trak, mvex } = childrenOf('moov', moov.body, plan);
  requireValid(trak.length <= 2, 'It has more than one track of video and one of sound');
  const movieTimescale = timescaleOf(mvhd[0]!, 80);
  const { trex } = childrenOf('mvex', mvex[0]!.body, { trex: 'some', mehd: 'maybe' });
  const defaults = new Map(trex.map(readDefaults));
  requireValid(trex.length === trak.length, 'A track of it has no defaults, or several');
  const tracks = trak.map((box) => readTrack(box, movieTimescale, defaults));
  requireValid(new Set(tracks.map(({ id }) => id)).size === tracks.length, 'Its tracks have the same number');
  return tracks.toSorted((a, b) => Number(a.format.kind === 'audio') - Number(b.format.kind === 'audio'));
}

function readDefaults(trex: Box): [id: number, defaults: SampleDefaults] {
  const { fields } = fullBox(trex);
  const id = fields.u32();
  requireValid(fields.u32() === 1, 'Its samples are of several kinds');
  const defaults = { duration: fields.u32(), size: fields.u32(), flags: fields.u32() };
  fields.end();
  return [id, defaults];
}

function readTrack(
  { body }: Box,
  movieTimescale: number,
  allDefaults: ReadonlyMap<number, SampleDefaults>,
): Track {
  const { tkhd, mdia, edts } = childrenOf('trak', body, { tkhd: 'once', mdia: 'once', edts: 'maybe' });
  const id = trackId(tkhd[0]!);
  const { mdhd, hdlr, minf } = childrenOf('mdia', mdia[0]!.body, {
    mdhd: 'once',
    hdlr: 'once',
    minf: 'once',
  });
  const timescale = timescaleOf(mdhd[0]!, 4);
  const format = readFormat(minf[0]!);
  const handler = fullBox(hdlr[0]!).fields;
  handler.u32();
  const kind = String.fromCodePoint(...handler.bytes(4));
  requireValid(kind === (format.kind === 'video' ? 'vide' : 'soun'), 'A track of it is not what it says');
  const defaults = allDefaults.get(id);
  requireValid(defaults !== undefined, 'A track of it has no defaults');
  const shift = edts[0] ? readShift(edts[0], timescale / movieTimescale) : 0;
  return { id, format, timescale, shift, defaults };
}

function trackId(tkhd: Box): number {
  const { version, fields } = fullBox(tkhd);
  fields.bytes(version === 1 ? 16 : 8);
  const id = fields.u32();
  // From the duration, and from the layer, to the height.
  fields.bytes(version === 1 ? 72 : 68);
  fields.end();
  return id;
}

/** The common start of `mvhd` and `mdhd` up to the duration (§8.2.2, §8.4.2); `restBytes` follow. */
function timescaleOf(box: Box, restBytes: number): number {
  const { version, fields } = fullBox(box);
  fields.bytes(version === 1 ? 16 : 8);
  const timescale = fields.u32();
  fields.bytes((version === 1 ? 8 : 4) + restBytes);
  fields.end();
  requireValid(timescale >= 1 && timescale <= MAX_TIMESCALE, 'Its clock is broken');
  return timescale;
}

function readFormat({ body }: Box): Track['format'] {
  const plan = { vmhd: 'maybe', smhd: 'maybe', dinf: 'once', stbl: 'once' } as const;
  const { dinf, stbl } = childrenOf('minf', body, plan);
  requireOwnData(dinf[0]!);
  const { stsd, ...tables } = childrenOf('stbl', stbl[0]!.body, {
    stsd: 'once',
    stts: 'once',
    stsc: 'once',
    stsz: 'once',
    stco: 'once',
  });
  for (const { type, body } of Object.values(tables).flat())
    requireValid(
      body.length === (type === 'stsz' ? 12 : 8) && body.every((byte) => byte === 0),
      'It has samples outside of its fragments',
    );
  const { fields } = fullBox(stsd[0]!);
  requireValid(fields.u32() === 1, 'Its samples are of several kinds');
  const entry = readBoxes(fields.rest(), 1)[0];
  if (entry?.type === 'avc1' || entry?.type === 'avc3') return readAvcEntry(entry);
  requireValid(entry?.type === 'mp4a', 'Its tracks must be H.264 and AAC');
  return readAacEntry(entry);
}

/** §8.7.2: all data is in this file. */
function requireOwnData({ body }: Box): void {
  const { dref } = childrenOf('dinf', body, { dref: 'once' });
  const { fields } = fullBox(dref[0]!);
  requireValid(fields.u32() === 1, ELSEWHERE);
  const [entry] = readBoxes(fields.rest(), 1);
  requireValid(entry?.type === 'url ' && entry.body.length === 4 && fullBox(entry).flags === 1, ELSEWHERE);
}

const ELSEWHERE = 'Its samples are in another file';

/** An edit list (§8.6.6) may delay the track, or skip an encoder's priming. Returns ticks of the track. */
function readShift(edts: Box, ticksPerMovieTick: number): number {
  const { elst } = childrenOf('edts', edts.body, { elst: 'once' });
  const { version, fields } = fullBox(elst[0]!);
  const count = fields.u32();
  requireValid(count === 1 || count === 2, 'Its times are cut');
  let shift = 0;
  for (let index = 0; index < count; index += 1) {
    const duration = version === 1 ? fields.u64() : fields.u32();
    // -1 is an empty edit.
    const high = version === 1 ? fields.i32() : 0;
    const begin = version === 1 && high === 0 ? fields.u32() : fields.i32();
    requireValid(fields.u32() === 0x0001_0000 && begin >= -1, 'Its times are cut');
    const isEmpty = begin === -1;
    requireValid(isEmpty === index < count - 1, 'Its times are cut');
    shift += isEmpty ? Math.round(duration * ticksPerMovieTick) : -begin;
  }
  fields.end();
  return shift;
}
