/** Units of AV1 data (AV1 Bitstream & Decoding Process Specification §5.5, §6.2.2). */
const SEQUENCE_HEADER = 1;
const FRAMES = new Set([3, 6]);

interface CodedSizes {
  /** Of each sequence header, which no frame exceeds. */
  readonly pixels: readonly number[];
  /** Those that are not displayed included. */
  readonly frames: number;
}

/** `null` for broken units. */
export function codedSizes(data: Buffer): CodedSizes | null {
  const pixels: number[] = [];
  let frames = 0;
  let at = 0;
  while (at < data.length) {
    const head = data[at]!;
    at += head & 0x04 ? 2 : 1;
    // §5.3.1: units of a file have their size.
    const size = head & 0x02 ? leb128(data, at) : { value: data.length - at, bytes: 0 };
    const end = size && at + size.bytes + size.value;
    if (!size || end === null || end > data.length) return null;
    const type = (head >> 3) & 15;
    if (FRAMES.has(type)) frames += 1;
    if (type === SEQUENCE_HEADER) pixels.push(headerPixels(data.subarray(at + size.bytes, end)));
    at = end;
  }
  return { pixels, frames };
}

/** §4.10.5. */
function leb128(data: Buffer, at: number): { readonly value: number; readonly bytes: number } | null {
  let value = 0;
  for (let bytes = 1; bytes <= 5; bytes += 1) {
    const byte = data[at + bytes - 1];
    if (byte === undefined) return null;
    value += (byte & 0x7f) * 128 ** (bytes - 1);
    if (byte < 0x80) return { value, bytes };
  }
  return null;
}

/** Bits past the end are zeros. */
function bitsOf(bytes: Buffer): (count: number) => number {
  let at = 0;
  return (count) => {
    let value = 0;
    for (let index = 0; index < count; index += 1, at += 1)
      value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    return value;
  };
}

function headerPixels(unit: Buffer): number {
  const bits = bitsOf(unit);
  // Profile, and whether it is a still picture.
  bits(4);
  const isReduced = bits(1) === 1;
  if (isReduced) bits(5);
  else skipOperatingPoints(bits);
  const [widthBits, heightBits] = [bits(4) + 1, bits(4) + 1];
  return (bits(widthBits) + 1) * (bits(heightBits) + 1);
}

function skipOperatingPoints(bits: (count: number) => number): void {
  const delayBits = bits(1) ? skipTiming(bits) : 0;
  const hasDisplayDelay = bits(1) === 1;
  const points = bits(5) + 1;
  for (let point = 0; point < points; point += 1) {
    bits(12);
    // The level, and a tier of those above 7.
    if (bits(5) > 7) bits(1);
    if (delayBits > 0 && bits(1)) bits(2 * delayBits + 1);
    if (hasDisplayDelay && bits(1)) bits(4);
  }
}

/** The number of bits of a delay; 0 without a decoder model. */
function skipTiming(bits: (count: number) => number): number {
  bits(64);
  if (bits(1)) skipUvlc(bits);
  if (!bits(1)) return 0;
  const delayBits = bits(5) + 1;
  bits(42);
  return delayBits;
}

/** §4.10.3. */
function skipUvlc(bits: (count: number) => number): void {
  let zeros = 0;
  while (zeros < 32 && bits(1) === 0) zeros += 1;
  bits(zeros);
}
