/** A sequence parameter set (ITU-T H.264 §7.3.2.1.1): picture size and compatibility. Pure. */
import { requireValid } from './boxes.ts';

export interface PictureFormat {
  readonly width: number;
  readonly height: number;
}

/** Profiles that every browser decodes: Baseline, Main and High. */
const PROFILES = [66, 77, 100];
const HIGH = 100;

/** Throws `BrokenSegmentError` unless pictures are 4:2:0, 8 bits and progressive. */
export function readSps(nal: Uint8Array): PictureFormat {
  requireValid(nal.length >= 4, 'The parameters of its video are cut off');
  const profile = nal[1]!;
  requireValid(PROFILES.includes(profile), 'Its video is not H.264 of the Baseline, Main or High profile');
  const bits = new Bits(withoutEmulation(nal.subarray(4)));
  bits.ue();
  if (profile === HIGH) skipHighFields(bits);
  bits.ue();
  skipPictureOrder(bits);
  bits.ue();
  bits.read(1);
  const [widthUnits, heightUnits] = [bits.ue() + 1, bits.ue() + 1];
  requireValid(bits.read(1) === 1, 'Its video is interlaced');
  bits.read(1);
  const [left, right, top, bottom] =
    bits.read(1) === 1 ? [bits.ue(), bits.ue(), bits.ue(), bits.ue()] : [0, 0, 0, 0];
  const [width, height] = [16 * widthUnits - 2 * (left + right), 16 * heightUnits - 2 * (top + bottom)];
  return { width, height };
}

function skipHighFields(bits: Bits): void {
  requireValid(bits.ue() === 1, 'The colours of its video are not 4:2:0');
  requireValid(bits.ue() === 0 && bits.ue() === 0, 'Its video has more than 8 bits a colour');
  bits.read(1);
  if (bits.read(1) === 0) return;
  // Six lists of 4×4 and two of 8×8 (§7.3.2.1.1.1).
  for (let list = 0; list < 8; list += 1) if (bits.read(1) === 1) skipScalingList(bits, list < 6 ? 16 : 64);
}

function skipScalingList(bits: Bits, size: number): void {
  let [last, next] = [8, 8];
  for (let index = 0; index < size && next !== 0; index += 1) {
    next = (last + bits.se() + 256) % 256;
    last = next === 0 ? last : next;
  }
}

function skipPictureOrder(bits: Bits): void {
  const type = bits.ue();
  requireValid(type <= 2, 'The parameters of its video are broken');
  if (type === 0) bits.ue();
  if (type !== 1) return;
  bits.read(1);
  bits.ue();
  bits.ue();
  const cycle = bits.ue();
  requireValid(cycle <= 255, 'The parameters of its video are broken');
  for (let index = 0; index < cycle; index += 1) bits.ue();
}

/** §7.4.1.1: a 3 after two zeros prevents a false start code. */
function withoutEmulation(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, at) => !(byte === 3 && at >= 2 && bytes[at - 1] === 0 && bytes[at - 2] === 0));
}

class Bits {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index += 1, this.#at += 1) {
      const byte = this.#bytes[this.#at >> 3];
      requireValid(byte !== undefined, 'The parameters of its video are cut off');
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
    }
    return value;
  }

  /** §9.1: Exp-Golomb. */
  ue(): number {
    let zeros = 0;
    while (this.read(1) === 0) {
      zeros += 1;
      requireValid(zeros < 32, 'The parameters of its video are broken');
    }
    return 2 ** zeros - 1 + this.read(zeros);
  }

  /** §9.1.1: signed Exp-Golomb. */
  se(): number {
    const code = this.ue();
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2;
  }
}
