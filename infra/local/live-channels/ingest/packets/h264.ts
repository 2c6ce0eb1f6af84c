/** The parts of H.264 that decide whether a stream can continue (ITU-T H.264; ISO/IEC 14496-15 §5.3.3). Pure. */
import { undefinedIfTruncated, trimTrailingZeros, type ByteCursor } from './byte-cursor.ts';

/** `nal_unit_type` (table 7-1): slices of a picture, and parameter sets. */
const [FIRST_SLICE, LAST_SLICE, SPS, PPS] = [1, 5, 7, 8];
/** Maximum counts of a configuration record. */
const [MAX_SPS, MAX_PPS] = [31, 255];
/** Minimum lengths, with the fields that decoders need. */
const [MIN_SPS_BYTES, MIN_PPS_BYTES] = [4, 2];
/** Bits of `nal_ref_idc`, which only matters as zero or not zero. */
const REFERENCE_BITS = 0x60;
/** Size of a unit's length field in the output. */
const LENGTH_BYTES = 4;

/** Deduplicated and sorted, so that equal sets have equal bytes. */
export interface ParameterSets {
  readonly sps: readonly Buffer[];
  readonly pps: readonly Buffer[];
}

/** Parses an AVCDecoderConfigurationRecord. Returns `undefined` if no picture can be decoded with it. */
export function readRecord(
  record: Buffer,
): { readonly sets: ParameterSets; readonly lengthBytes: number } | undefined {
  return undefinedIfTruncated(record, (cursor) => {
    if (cursor.uint(1) !== 1) return undefined;
    cursor.take(3);
    const lengthBytes = (cursor.uint(1) & 0b11) + 1;
    const units = [...readUnits(cursor, cursor.uint(1) & 0b11111), ...readUnits(cursor, cursor.uint(1))];
    const sets = parameterSetsIn(units);
    return sets.sps.length > 0 && sets.pps.length > 0 ? { sets, lengthBytes } : undefined;
  });
}

const readUnits = (cursor: ByteCursor, count: number): Buffer[] =>
  Array.from({ length: count }, () => cursor.take(cursor.uint(2)));

export function writeRecord({ sps, pps }: ParameterSets): Buffer {
  const [, ...profileAndLevel] = sps[0]!.subarray(0, 4);
  return Buffer.concat([
    Buffer.of(1, ...profileAndLevel, 0xfc | (LENGTH_BYTES - 1), 0xe0 | sps.length),
    writeUnits(sps, 2),
    Buffer.of(pps.length),
    writeUnits(pps, 2),
  ]);
}

/** Returns the complete, non-empty NAL units of a frame. */
export function unitsIn(frame: Buffer, lengthBytes: number): Buffer[] {
  const units: Buffer[] = [];
  undefinedIfTruncated(frame, (cursor) => {
    while (cursor.left > 0) units.push(cursor.take(cursor.uint(lengthBytes)));
  });
  return units.filter(({ length }) => length > 0);
}

export function writeUnits(units: readonly Buffer[], lengthBytes: number = LENGTH_BYTES): Buffer {
  return Buffer.concat(
    units.flatMap((unit) => {
      const length = Buffer.alloc(lengthBytes);
      length.writeUIntBE(unit.length, 0, lengthBytes);
      return [length, unit];
    }),
  );
}

const typeOf = ([first = 0]: Buffer): number => first & 0b11111;
export const isSlice = (unit: Buffer): boolean => typeOf(unit) >= FIRST_SLICE && typeOf(unit) <= LAST_SLICE;
export const isParameterSet = (unit: Buffer): boolean => typeOf(unit) === SPS || typeOf(unit) === PPS;

export function parameterSetsIn(units: readonly Buffer[]): ParameterSets {
  return {
    sps: distinct(units, SPS, MIN_SPS_BYTES).slice(0, MAX_SPS),
    pps: distinct(units, PPS, MIN_PPS_BYTES).slice(0, MAX_PPS),
  };
}

function distinct(units: readonly Buffer[], type: number, leastBytes: number): Buffer[] {
  const sets = units
    .filter((unit) => typeOf(unit) === type)
    // A unit ends in a bit that is set. Encoders append padding.
    .map((unit) => trimTrailingZeros(Buffer.concat([Buffer.of(REFERENCE_BITS | type), unit.subarray(1)])))
    .filter(({ length }) => length >= leastBytes)
    .toSorted((a, b) => a.compare(b));
  return sets.filter((set, index) => index === 0 || !set.equals(sets[index - 1]!));
}
