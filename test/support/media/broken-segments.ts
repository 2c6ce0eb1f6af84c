/** Ways to break a segment. */
import fc from 'fast-check';

type Bytes = Uint8Array<ArrayBuffer>;

interface Place {
  readonly type: string;
  readonly at: number;
  readonly size: number;
  /** Start of each enclosing box. */
  readonly parents: readonly number[];
}

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'mvex', 'moof', 'traf']);
/** Offset of the child boxes in these boxes, after their own fields. */
const ENTRIES: Readonly<Record<string, number>> = { stsd: 8, avc1: 78, mp4a: 28 };
/** Boxes that the parser reads. A segment without one, or with a truncated one, is invalid. */
const READ = new Set(
  (
    'ftyp moov mvhd trak tkhd mdia mdhd hdlr minf dinf stbl stsd avc1 avcC mp4a esds stts stsc stsz stco mvex trex ' +
    'moof mfhd traf tfhd tfdt trun mdat'
  ).split(' '),
);

/** Returns all boxes, each before its children. */
function placesOf(bytes: Uint8Array, from = 0, to = bytes.length, parents: readonly number[] = []): Place[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const places: Place[] = [];
  for (let at = from; at < to;) {
    const size = view.getUint32(at);
    const type = Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1');
    const within = CONTAINERS.has(type) ? 0 : ENTRIES[type];
    const inner = within === undefined ? [] : placesOf(bytes, at + 8 + within, at + size, [...parents, at]);
    places.push({ type, at, size, parents }, ...inner);
    at += size;
  }
  return places;
}

/** Replaces a part, and adjusts the size of the enclosing boxes. */
function replaced(bytes: Uint8Array, { at, size, parents }: Place, part: Uint8Array): Bytes {
  const all = Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at + size)]);
  for (const parent of parents) all.writeUInt32BE(all.readUInt32BE(parent) + part.length - size, parent);
  return Uint8Array.from(all);
}

type Breaking = (bytes: Bytes, place: Place, amount: number) => Bytes;

const boxed = (type: string, body: Uint8Array): Buffer => {
  const head = Buffer.alloc(8, type, 'latin1');
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

const resized = (size: (old: number, amount: number) => number): Breaking => {
  return (bytes, place, amount) => {
    const copy = Buffer.from(bytes);
    copy.writeUInt32BE(size(place.size, amount) >>> 0, place.at);
    return Uint8Array.from(copy);
  };
};

const renamed = (name: (type: string) => string): Breaking => {
  return (bytes, { type, at }) => {
    const copy = Buffer.from(bytes);
    copy.write(name(type), at + 4, 'latin1');
    return Uint8Array.from(copy);
  };
};

const OTHER_CODECS: Readonly<Record<string, string>> = { avc1: 'hvc1', mp4a: 'Opus' };

/** Each of these changes to a parsed box makes the segment invalid. */
const BREAKING: Readonly<Record<string, Breaking>> = {
  'ends within': (bytes, { at, size }, amount) => bytes.slice(0, at + (amount % size)),
  'is cut short': (bytes, place, amount) =>
    replaced(bytes, place, boxed(place.type, bytes.subarray(place.at + 8, place.at + 8 + (amount % 4)))),
  'is not there': (bytes, place) => replaced(bytes, place, new Uint8Array()),
  'is there twice': (bytes, place) => {
    const own = bytes.subarray(place.at, place.at + place.size);
    return replaced(bytes, place, Buffer.concat([own, own, own]));
  },
  'is within itself': (bytes, place, amount) => {
    let own: Uint8Array = bytes.subarray(place.at, place.at + place.size);
    for (let depth = 0; depth <= amount % 200; depth += 1) own = boxed(place.type, own);
    return replaced(bytes, place, own);
  },
  'has an unknown box before it': (bytes, place, amount) => {
    const own = bytes.subarray(place.at, place.at + place.size);
    return replaced(bytes, place, Buffer.concat([boxed('strn', new Uint8Array(amount % 99)), own]));
  },
  'is said to be huge': resized((_, amount) => 0xffff_ffff - amount),
  'is said to be empty': resized((_, amount) => amount % 8),
  'is said to be longer': resized((size, amount) => size + 1 + amount),
  'is another’s': renamed((type) => OTHER_CODECS[type] ?? 'free'),
};

export interface BrokenSegment {
  readonly how: string;
  /** A function, so that a counterexample does not print all bytes. */
  readonly bytes: () => Bytes;
}

/** Valid segments that are broken in one relevant place. */
export const brokenSegments = (good: readonly Bytes[]): fc.Arbitrary<BrokenSegment> =>
  fc
    .record({
      good: fc.constantFrom(...good),
      where: fc.nat(),
      how: fc.constantFrom(...Object.keys(BREAKING)),
      amount: fc.nat(100_000),
    })
    .map(({ good, where, how, amount }) => {
      const places = placesOf(good).filter(({ type }) => READ.has(type));
      const place = places[where % places.length]!;
      return { how: `${place.type} ${how} (${amount})`, bytes: () => BREAKING[how]!(good, place, amount) };
    });

/** Valid segments with some flipped bits, most of them in the sample tables. */
export const flippedSegments = (good: readonly Bytes[]): fc.Arbitrary<BrokenSegment> =>
  fc
    .record({
      good: fc.constantFrom(...good),
      flips: fc.array(fc.record({ where: fc.oneof(fc.nat(2500), fc.nat()), bit: fc.nat(7) }), {
        minLength: 1,
        maxLength: 4,
      }),
    })
    .map(({ good, flips }) => {
      // A bit that is flipped twice would be unchanged.
      const bits = new Map(flips.map(({ where, bit }) => [where % good.length, bit]));
      const bytes = good.slice();
      for (const [at, bit] of bits) bytes[at]! ^= 1 << bit;
      return { how: JSON.stringify([...bits]), bytes: () => bytes };
    });
