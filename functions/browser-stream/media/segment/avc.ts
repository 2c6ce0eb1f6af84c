/** H.264 in MP4 (ISO 14496-15 §5.3): its description and its access units. Pure. */
import { type Box, childrenOf, requireValid, Fields } from './boxes.ts';
import { type PictureFormat, readSps } from './sps.ts';

export interface AvcFormat extends PictureFormat {
  readonly kind: 'video';
  readonly codec: string;
  readonly configuration: Uint8Array;
  /** The whole boxes `pasp` and `colr`, if any. */
  readonly extras: readonly Uint8Array[];
  readonly parameterSets: readonly Uint8Array[];
}

const MAX_SIDE_PX = 1920;
/** 1920×1080 in either orientation, in whole macroblocks. */
const MAX_AREA_PX = 1920 * 1088;
const MIN_SIDE_PX = 64;
const NAL_LENGTH_BYTES = 4;

export function readAvcEntry({ type, body }: Box): AvcFormat {
  const fields = new Fields(body);
  fields.bytes(24);
  const [width, height] = [fields.u16(), fields.u16()];
  fields.bytes(50);
  const plan = { avcC: 'once', pasp: 'maybe', colr: 'maybe', btrt: 'maybe' } as const;
  const { avcC, pasp, colr } = childrenOf(type, fields.rest(), plan);
  const configuration = avcC[0]!.body;
  const { codec, parameterSets, picture } = readConfiguration(configuration);
  requireValid(
    picture.width === width && picture.height === height,
    'Its header has another size than its pictures',
  );
  const sides = [width, height];
  requireValid(
    Math.max(...sides) <= MAX_SIDE_PX && Math.min(...sides) >= MIN_SIDE_PX && width * height <= MAX_AREA_PX,
    'Its pictures may have at most 1920×1080 pixels',
  );
  return { kind: 'video', width, height, codec, configuration, parameterSets, extras: extrasOf(pasp, colr) };
}

function extrasOf(pasp: readonly Box[], colr: readonly Box[]): Uint8Array[] {
  for (const { body } of pasp) requireValid(body.length === 8, 'The shape of its pixels is broken');
  for (const { body } of colr)
    requireValid(body.length === 11 && String.fromCodePoint(...body.subarray(0, 4)) === 'nclx', NO_COLOURS);
  // A box's head precedes its body directly.
  return [...pasp, ...colr].map(
    ({ body }) => new Uint8Array(body.buffer, body.byteOffset - 8, body.length + 8),
  );
}

const NO_COLOURS = 'The colours of its video are described in a way that is not taken';

function readConfiguration(configuration: Uint8Array) {
  const fields = new Fields(configuration);
  requireValid(fields.u8() === 1, 'The parameters of its video are broken');
  const profile = fields.bytes(3);
  requireValid((fields.u8() & 3) + 1 === NAL_LENGTH_BYTES, 'The lengths in its video must have four bytes');
  const readSets = (count: number): Uint8Array[] =>
    Array.from({ length: count }, () => fields.bytes(fields.u16()));
  const sequenceSets = readSets(fields.u8() & 31);
  const pictureSets = readSets(fields.u8());
  const [sps] = sequenceSets;
  requireValid(sps !== undefined && sequenceSets.length === 1, 'Its video must have one set of parameters');
  requireValid(
    pictureSets.length > 0 && pictureSets.length <= 4,
    'Its video must have one set of parameters',
  );
  requireValid(
    typeOf(sps) === 7 && pictureSets.every((set) => typeOf(set) === 8),
    'Its parameters are broken',
  );
  requireValid(isEqual(sps.subarray(1, 4), profile), 'Its video is of another profile than its header says');
  const hex = Array.from(profile, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
  return {
    codec: `avc1.${hex}`,
    parameterSets: [...sequenceSets, ...pictureSets],
    picture: readSps(sps),
  };
}

const typeOf = (nal: Uint8Array): number => (nal[0] ?? 0) & 31;

const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

/** NAL unit types (H.264 table 7-1). */
const [SLICE, IDR_SLICE, SPS, PPS] = [1, 5, 7, 8];
const OTHERS = [6, 9, 12];

/** True if a decoder may begin with it. Throws unless it is one picture, with the header's parameters only. */
export function readAccessUnit(sample: Uint8Array, { parameterSets }: AvcFormat): boolean {
  const fields = new Fields(sample);
  let [slices, idrSlices] = [0, 0];
  while (fields.left > 0) {
    const nal = fields.bytes(fields.u32());
    requireValid(nal.length > 0 && nal[0]! < 0x80, 'Its video is broken');
    const type = typeOf(nal);
    if (type === SLICE) slices += 1;
    else if (type === IDR_SLICE) idrSlices += 1;
    else if (type === SPS || type === PPS)
      requireValid(
        parameterSets.some((set) => isEqual(set, nal)),
        'Its video has other parameters than its header',
      );
    else requireValid(OTHERS.includes(type), 'Its video has units that are not taken');
  }
  requireValid(slices === 0 ? idrSlices > 0 : idrSlices === 0, 'A picture of its video is broken');
  return idrSlices > 0;
}
