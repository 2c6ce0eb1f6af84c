import { codedSizes } from './av1.ts';
import { HANDLER_BYTES, PROPERTIES } from './avif-properties.ts';
import { type Tracks, tracksOf } from './avif-tracks.ts';
import { type Box, boxesOf, only, type Range, versioned } from './boxes.ts';

/** AV1 Image File Format v1.1.0: items of AV1 data, which the boxes of `meta` describe (ISO/IEC 23008-12). */
const CODED = 'av01';
const IN_META = new Set(['hdlr', 'pitm', 'iinf', 'iloc', 'iprp', 'iref', 'idat']);
/** Browsers play the tracks of a file whose brands are those of an animation. */
const BRAND = 'avif';
const OF_ANIMATIONS = new Set(['avis', 'msf1']);
const MAX_ITEMS = 100;

interface Item {
  readonly id: number;
  readonly type: string;
  /** Where its entry has the type. Its name follows. */
  readonly typeAt: number;
  readonly entryEnd: number;
  readonly ranges: readonly Range[];
}

interface Avif {
  readonly file: Buffer;
  readonly top: readonly Box[];
  readonly inMeta: readonly Box[];
  readonly properties: readonly Box[];
  readonly items: readonly Item[];
  /** Of its animation, whose first frame is the picture; `null` without one. */
  readonly tracks: Tracks | null;
}

/** The same file without the content of other boxes and items (see `withoutMetadata`); all offsets stay. */
export function avifWithoutMetadata(bytes: Uint8Array): Uint8Array[] | null {
  const avif = avifOf(bytes);
  return avif && [cleaned(avif)];
}

/** The picture without its animation. */
export function avifStill(bytes: Uint8Array): Uint8Array[] {
  const avif = avifOf(bytes);
  if (!avif) return [bytes];
  const still = cleaned({ ...avif, tracks: null });
  const ends = avif.items.flatMap(({ type, ranges }) => (type === CODED ? ranges.map(({ end }) => end) : []));
  const last = avif.top.at(-1);
  // The frames behind it, which are zeros now, are cut off.
  if (last?.type !== 'mdat' || last.from !== last.start + 8) return [still];
  const end = Math.max(last.from, ...ends);
  still.writeUInt32BE(end - last.start, last.start);
  return [still.subarray(0, end)];
}

function cleaned({ file, top, inMeta, properties, items, tracks }: Avif): Buffer {
  const kept = Buffer.from(file);
  const inFile = ['ftyp', 'meta', 'mdat', ...(tracks ? ['moov'] : [])];
  const free = ({ start, from, end }: Box) => kept.fill(0, from, end).write('free', start + 4, 'latin1');
  for (const box of top) if (!inFile.includes(box.type)) free(box);
  for (const box of inMeta) if (!IN_META.has(box.type)) free(box);
  for (const box of properties) if (!PROPERTIES.has(box.type)) free(box);
  for (const { type, from, end } of [...top, ...inMeta]) {
    if (type === 'mdat' || type === 'idat') kept.fill(0, from, end);
    if (type === 'hdlr') kept.fill(0, from + HANDLER_BYTES, end);
  }
  for (const { type, typeAt, entryEnd, ranges } of items) {
    kept.fill(0, typeAt + 4, entryEnd);
    if (type !== CODED) kept.write('skip', typeAt, 'latin1');
    else for (const { start, end } of ranges) file.copy(kept, start, start, end);
  }
  for (const box of tracks?.unneeded ?? []) free(box);
  for (const { start, end } of tracks?.metadata ?? []) kept.fill(0, start, end);
  for (const { start, end } of tracks?.samples ?? []) file.copy(kept, start, start, end);
  if (!tracks) writeBrands(kept, top[0]!);
  return kept;
}

/** The largest of the sizes that its boxes and its AV1 data give, because decoders use different ones. */
export function avifSize(bytes: Uint8Array) {
  const avif = avifOf(bytes);
  if (!avif) return null;
  const { file, properties, items, tracks } = avif;
  const sizes = properties
    .filter(({ type, from, end }) => type === 'ispe' && end - from >= 12)
    .map(({ from }) => file.readUInt32BE(from + 4) * file.readUInt32BE(from + 8));
  for (const { type, ranges } of items) {
    if (type !== CODED) continue;
    const data = Buffer.concat(ranges.map(({ start, end }) => file.subarray(start, end)));
    const coded = codedSizes(data);
    if (!coded || coded.pixels.length === 0) return null;
    sizes.push(...coded.pixels);
  }
  sizes.push(...(tracks?.pixels ?? []));
  return sizes.includes(0) ? null : { pixels: Math.max(...sizes), frames: tracks?.frames ?? 1 };
}

/** `null` unless the whole file is a picture of one coded item, not of several that are put together. */
function avifOf(bytes: Uint8Array): Avif | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const top = boxesOf(file, 0, file.length);
    const meta = only(top, 'meta');
    const inMeta = boxesOf(file, meta.from + 4, meta.end);
    const [brands] = top;
    if (brands?.type !== 'ftyp' || brands.end - brands.from < 8) return null;
    const places = [...top, ...inMeta].filter(({ type }) => type === 'mdat' || type === 'idat');
    const items = itemsOf(file, inMeta);
    const isWithin = ({ start, end }: Range) =>
      start < end && places.some((place) => start >= place.from && end <= place.end);
    const coded = items.filter(({ type }) => type === CODED);
    if (!coded.every(({ ranges }) => ranges.length > 0 && ranges.every(isWithin))) return null;
    if (!coded.some(({ id }) => id === primaryOf(file, inMeta))) return null;
    const tracks = animationOf(file, top, coded);
    return { file, top, inMeta, properties: propertiesOf(file, inMeta), items, tracks };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * The tracks that browsers play, if the picture is their first frame: who does not see it moving must not see another one.
 * Broken tracks are none.
 */
function animationOf(file: Buffer, top: readonly Box[], coded: readonly Item[]): Tracks | null {
  try {
    const tracks = tracksOf(file, top);
    const dataOf = ({ start, end }: Range) => file.subarray(start, end);
    const first = tracks?.first.map(dataOf) ?? [];
    const isFirst = ({ ranges }: Item) => {
      const data = Buffer.concat(ranges.map(dataOf));
      return first.some((sample) => sample.equals(data));
    };
    return coded.every(isFirst) ? tracks : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The functions below throw `RangeError` for boxes that are missing, repeated or cut off. */
function primaryOf(file: Buffer, inMeta: readonly Box[]): number {
  const { version, reader } = versioned(file, only(inMeta, 'pitm'));
  return reader.number(version === 0 ? 2 : 4);
}

function propertiesOf(file: Buffer, inMeta: readonly Box[]): Box[] {
  const { from, end } = only(inMeta, 'iprp');
  const container = only(boxesOf(file, from, end), 'ipco');
  return boxesOf(file, container.from, container.end);
}

/** ISO/IEC 14496-12 §8.11.6: what each item is. */
function itemsOf(file: Buffer, inMeta: readonly Box[]): Item[] {
  const list = only(inMeta, 'iinf');
  const { version, reader } = versioned(file, list);
  reader.number(version === 0 ? 2 : 4);
  const ranges = rangesOf(file, inMeta);
  const entries = boxesOf(file, reader.at, list.end);
  if (entries.length > MAX_ITEMS) throw new RangeError('There are too many items');
  return entries.map((entry) => {
    const info = versioned(file, entry);
    // Older entries have no types.
    if (entry.type !== 'infe' || info.version < 2) throw new RangeError('An item has no type');
    const id = info.reader.number(info.version === 2 ? 2 : 4);
    info.reader.number(2);
    const typeAt = info.reader.at;
    return { id, type: info.reader.name(), typeAt, entryEnd: entry.end, ranges: ranges.get(id) ?? [] };
  });
}

/** §8.11.3: where the data of each item are. */
function rangesOf(file: Buffer, inMeta: readonly Box[]): ReadonlyMap<number, readonly Range[]> {
  const { version, reader } = versioned(file, only(inMeta, 'iloc'));
  const sizes = [reader.number(1), reader.number(1)];
  const [offsetBytes, lengthBytes, baseBytes, indexBytes] = sizes.flatMap((size) => [size >> 4, size & 15]);
  const count = reader.number(version < 2 ? 2 : 4);
  if (count > MAX_ITEMS) throw new RangeError('There are too many items');
  const ranges = new Map<number, readonly Range[]>();
  for (let item = 0; item < count; item += 1) {
    const id = reader.number(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : reader.number(2) & 15;
    // Of another file, which is forbidden here.
    if (reader.number(2) !== 0 || method > 1) throw new RangeError('An item is elsewhere');
    const base = reader.number(baseBytes!) + (method === 1 ? only(inMeta, 'idat').from : 0);
    const extents = reader.number(2);
    if (extents > MAX_ITEMS || ranges.has(id)) throw new RangeError('An item is in too many parts');
    const parts: Range[] = [];
    for (let extent = 0; extent < extents; extent += 1) {
      if (version > 0) reader.number(indexBytes!);
      const start = base + reader.number(offsetBytes!);
      parts.push({ start, end: start + reader.number(lengthBytes!) });
    }
    ranges.set(id, parts);
  }
  return ranges;
}

function writeBrands(file: Buffer, { from, end }: Box): void {
  file.write(BRAND, from, 'latin1');
  for (let at = from + 8; at + 4 <= end; at += 4)
    if (OF_ANIMATIONS.has(file.toString('latin1', at, at + 4))) file.write(BRAND, at, 'latin1');
}
