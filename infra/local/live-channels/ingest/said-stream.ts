/** What an encoder says of what it sends: `onMetaData`, and the headers of H.264 and AAC. Pure. */
import type { AvPacket } from 'node-media-server/src/protocol/flv.js';
import type { SaidStream } from './ingest.messages.ts';

const [AUDIO_HEADER, VIDEO_HEADER] = [0, 2];
const H264 = 7;
const AAC = 10;
/** FLV's five or two bytes before what the codec says (Video File Format 10.1, E.4). */
const [VIDEO_TAG_BYTES, AUDIO_TAG_BYTES] = [5, 2];
/** AudioSpecificConfig (ISO/IEC 14496-3 §1.6.3.4). */
const SAMPLE_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
];
const PROFILES: Readonly<Record<number, string>> = { 66: 'Baseline', 77: 'Main', 100: 'High' };
/** Texts come from the encoder. */
const MAX_TEXT = 100;

type Metadata = Readonly<Record<string, unknown>>;

export function saidOf(metadata: Metadata, header?: AvPacket): SaidStream {
  if (header?.flags === VIDEO_HEADER && header.codec_id === H264) return h264(header.data);
  if (header?.flags === AUDIO_HEADER && header.codec_id === AAC) return aac(header.data);
  const text = metadata['encoder'];
  return defined({
    encoder: typeof text === 'string' ? text.slice(0, MAX_TEXT) : undefined,
    width: positive(metadata['width']),
    height: positive(metadata['height']),
    framesPerSecond: positive(metadata['framerate']),
    videoBitsPerSecond: kilobits(metadata['videodatarate']),
    audioBitsPerSecond: kilobits(metadata['audiodatarate']),
  });
}

/** AVCDecoderConfigurationRecord (ISO/IEC 14496-15 §5.3.3.1). */
function h264(data: Buffer): SaidStream {
  const [, profile = 0, , level = 0] = data.subarray(VIDEO_TAG_BYTES, VIDEO_TAG_BYTES + 4);
  return defined({ videoCodec: 'avc', avcProfile: PROFILES[profile], avcLevel: (level / 10).toFixed(1) });
}

function aac(data: Buffer): SaidStream {
  const [first = 0, second = 0] = data.subarray(AUDIO_TAG_BYTES, AUDIO_TAG_BYTES + 2);
  const sampleRate = SAMPLE_RATES[((first & 0b111) << 1) | (second >> 7)];
  return defined({ audioCodec: 'aac', sampleRate, channels: (second >> 3) & 0b1111 });
}

const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;

const kilobits = (value: unknown): number | undefined => {
  const rate = positive(value);
  return rate && Math.round(rate * 1000);
};

const defined = (said: { readonly [K in keyof SaidStream]: SaidStream[K] | undefined }): SaidStream =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
