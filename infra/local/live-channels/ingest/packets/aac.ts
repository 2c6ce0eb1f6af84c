/** AudioSpecificConfig (ISO/IEC 14496-3 §1.6.2.1), as far as MPEG-TS can carry it. Pure. */
import { trimTrailingZeros } from './byte-cursor.ts';

export const SAMPLE_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
];
/** `samplingFrequencyIndex` that announces a 24-bit rate. */
const RATE_FOLLOWS = 15;
/** `audioObjectType` that announces another one of 6 bits. */
const TYPE_FOLLOWS = 31;
/** Object types that signal spectral band replication and parametric stereo, which decoders detect without them. */
const EXTENSIONS = new Set([5, 29]);
/** An ADTS header has two bits for the object type and three for the channels (§1.A.3.2). */
const [MAX_TYPE, MAX_CHANNELS] = [4, 7];

/**
 * Normalises a configuration, so that equal ones have equal bytes. Returns `undefined` if it is invalid, or for AAC
 * types that HLS players do not support.
 */
export function plainAudioConfig(config: Buffer): Buffer | undefined {
  const bits = [...config].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  let at = 0;
  const read = (count: number): number => Number.parseInt(bits.slice(at, (at += count)), 2);
  const readType = (): number => {
    const type = read(5);
    return type === TYPE_FOLLOWS ? 32 + read(6) : type;
  };
  const readRate = (): number => {
    const index = read(4);
    return index === RATE_FOLLOWS ? SAMPLE_RATES.indexOf(read(24)) : index;
  };
  let type = readType();
  const rate = readRate();
  const channels = read(4);
  if (EXTENSIONS.has(type)) {
    readRate();
    type = readType();
  }
  // Frames of 960 samples instead of 1024.
  const isShort = read(1);
  const isKnown = type >= 1 && type <= MAX_TYPE && rate in SAMPLE_RATES && isShort === 0;
  if (!isKnown || !(channels <= MAX_CHANNELS)) return undefined;
  // The channel layout follows.
  if (channels === 0) return trimTrailingZeros(config);
  const plain = Buffer.alloc(2);
  plain.writeUInt16BE((type << 11) | (rate << 7) | (channels << 3));
  return plain;
}
