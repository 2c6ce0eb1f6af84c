/** The size of pictures by the parameter sets of H.264 and HEVC, of any profile. Pure. */
import type { Size } from './ladder.ts';

/** Bits past the end are zeros. */
export class Bits {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index += 1, this.#at += 1)
      value = value * 2 + (((this.#bytes[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1);
    return value;
  }

  skip(count: number): void {
    this.#at += count;
  }

  /** Exp-Golomb (ITU-T H.264 §9.1). */
  ue(): number {
    let zeros = 0;
    while (zeros < 32 && this.read(1) === 0) zeros += 1;
    return 2 ** zeros - 1 + this.read(zeros);
  }

  skipEach(count: number): void {
    for (let index = 0; index < count; index += 1) this.ue();
  }
}

const [AVC_SPS, HEVC_SPS] = [7, 33];
/** With fields of their own for colours (§7.3.2.1.1). */
const AVC_HIGH_PROFILES = new Set([44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244]);

/** `undefined` for other units. Source: ITU-T H.264 §7.3.2.1.1. */
export function readAvcSize(unit: Uint8Array): Size | undefined {
  if (((unit[0] ?? 0) & 31) !== AVC_SPS) return undefined;
  const bits = new Bits(withoutEmulation(unit.subarray(4)));
  bits.ue();
  const chroma = AVC_HIGH_PROFILES.has(unit[1] ?? 0) ? skipHighFields(bits) : 1;
  bits.ue();
  const orderType = bits.ue();
  if (orderType === 0) bits.ue();
  if (orderType === 1) {
    bits.skip(1);
    bits.skipEach(2);
    bits.skipEach(Math.min(bits.ue(), 255));
  }
  bits.ue();
  bits.skip(1);
  const [columns, rows] = [bits.ue() + 1, bits.ue() + 1];
  const fieldsPerFrame = bits.read(1) === 1 ? 1 : 2;
  bits.skip(fieldsPerFrame === 2 ? 2 : 1);
  const size = { widthPx: 16 * columns, heightPx: 16 * rows * fieldsPerFrame };
  return cropped(size, bits, [chroma === 1 || chroma === 2 ? 2 : 1, (chroma === 1 ? 2 : 1) * fieldsPerFrame]);
}

/** Returns the format of the chroma. */
function skipHighFields(bits: Bits): number {
  const chroma = bits.ue();
  if (chroma === 3) bits.skip(1);
  bits.skipEach(2);
  bits.skip(1);
  if (bits.read(1) === 0) return chroma;
  for (let list = 0; list < (chroma === 3 ? 12 : 8); list += 1) {
    if (bits.read(1) === 1) skipScalingList(bits, list < 6 ? 16 : 64);
  }
  return chroma;
}

function skipScalingList(bits: Bits, size: number): void {
  let [last, next] = [8, 8];
  for (let index = 0; index < size && next !== 0; index += 1) {
    const code = bits.ue();
    next = (last + (code % 2 === 1 ? (code + 1) / 2 : -code / 2) + 256) % 256;
    last = next === 0 ? last : next;
  }
}

/** `undefined` for other units. Source: ITU-T H.265 §7.3.2.2.1 and §7.3.3. */
export function readHevcSize(unit: Uint8Array): Size | undefined {
  if ((((unit[0] ?? 0) >> 1) & 63) !== HEVC_SPS) return undefined;
  const bits = new Bits(withoutEmulation(unit.subarray(2)));
  bits.skip(4);
  const subLayers = bits.read(3);
  // Skips the profile and the level, then those of the sub-layers that have them.
  bits.skip(1 + 88 + 8);
  const given = Array.from({ length: subLayers }, () => [bits.read(1), bits.read(1)] as const);
  if (subLayers > 0) bits.skip(2 * (8 - subLayers));
  for (const [hasProfile, hasLevel] of given) bits.skip(88 * hasProfile + 8 * hasLevel);
  bits.ue();
  const chroma = bits.ue();
  if (chroma === 3) bits.skip(1);
  const size = { widthPx: bits.ue(), heightPx: bits.ue() };
  return cropped(size, bits, [chroma === 1 || chroma === 2 ? 2 : 1, chroma === 1 ? 2 : 1]);
}

/** Without the edges that are not shown, which both standards give in these units. */
function cropped(size: Size, bits: Bits, [x, y]: readonly [number, number]): Size | undefined {
  const isCropped = bits.read(1) === 1;
  const [left, right, top, bottom] = isCropped
    ? ([bits.ue(), bits.ue(), bits.ue(), bits.ue()] as const)
    : ([0, 0, 0, 0] as const);
  const { widthPx, heightPx } = {
    widthPx: size.widthPx - x * (left + right),
    heightPx: size.heightPx - y * (top + bottom),
  };
  return widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : undefined;
}

/** §7.4.1.1: a 3 after two zeros prevents a false start code. */
const withoutEmulation = (bytes: Uint8Array): Uint8Array =>
  bytes.filter((byte, at) => !(byte === 3 && at >= 2 && bytes[at - 1] === 0 && bytes[at - 2] === 0));
