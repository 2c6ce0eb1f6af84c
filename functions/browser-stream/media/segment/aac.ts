/** AAC-LC in MP4 (ISO 14496-14 §5.6, ISO 14496-3 §1.6). Pure. */
import { type Box, childrenOf, requireValid, Fields, fullBox } from './boxes.ts';

export interface AacFormat {
  readonly kind: 'audio';
  readonly codec: 'mp4a.40.2';
  readonly channels: 1 | 2;
  readonly sampleRate: number;
  /** AudioSpecificConfig without extensions. */
  readonly configuration: Uint8Array;
}

/** ISO 14496-3 table 1.18. */
const SAMPLE_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
];

const NOT_AAC = 'Its sound is not AAC-LC of one or two channels';

export function readAacEntry({ type, body }: Box): AacFormat {
  const fields = new Fields(body);
  fields.bytes(8);
  // Version 0 of the entry; the others are QuickTime's.
  requireValid(fields.u16() === 0, NOT_AAC);
  fields.bytes(18);
  const { esds } = childrenOf(type, fields.rest(), { esds: 'once', btrt: 'maybe' });
  return readSpecificConfig(specificConfigOf(esds[0]!));
}

/** ISO 14496-1 §7.2.6: DecoderSpecificInfo inside DecoderConfigDescriptor inside ES_Descriptor. */
function specificConfigOf(esds: Box): Uint8Array {
  const stream = new Fields(descriptor(fullBox(esds).fields, 3));
  stream.u16();
  // No dependency, no URL, no own clock.
  requireValid((stream.u8() & 0xe0) === 0, NOT_AAC);
  const decoder = new Fields(descriptor(stream, 4));
  requireValid(decoder.u8() === 0x40, NOT_AAC);
  decoder.bytes(12);
  return descriptor(decoder, 5);
}

/** §8.3.3: a tag, and a length of seven bits per byte. */
function descriptor(fields: Fields, tag: number): Uint8Array {
  requireValid(fields.u8() === tag, NOT_AAC);
  let length = 0;
  for (let bytes = 0; bytes < 4; bytes += 1) {
    const byte = fields.u8();
    length = length * 128 + (byte & 127);
    if (byte < 128) break;
  }
  return fields.bytes(length);
}

/** ISO 14496-3 §1.6.2.1, GASpecificConfig §4.4.1: frames of 1024 samples, no extras. */
function readSpecificConfig(bytes: Uint8Array): AacFormat {
  const bits = new Fields(bytes).u16();
  const sampleRate = SAMPLE_RATES[(bits >> 7) & 15];
  const channels = (bits >> 3) & 15;
  requireValid(bits >> 11 === 2 && sampleRate !== undefined && (bits & 7) === 0, NOT_AAC);
  requireValid(channels === 1 || channels === 2, NOT_AAC);
  requireValid(!hasReplication(bytes.subarray(2)), NOT_AAC);
  const configuration = bytes.slice(0, 2);
  return { kind: 'audio', codec: 'mp4a.40.2', channels, sampleRate, configuration };
}

/** §1.6.5: sync extension 0x2b7, object type 5, and its presence flag. Encoders write that it is absent. */
function hasReplication(extension: Uint8Array): boolean {
  if (extension.length === 0) return false;
  const bits = new Fields(extension);
  requireValid(bits.u16() >> 5 === 0x2b7, NOT_AAC);
  return bits.left > 0 && bits.u8() >= 0x80;
}
