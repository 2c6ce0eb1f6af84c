/** What an encoder declares about its stream: `onMetaData` and codec headers. Pure. */
import type { AvPacket } from 'node-media-server/src/protocol/flv.js';
import { SAMPLE_RATES } from './packets/aac.ts';
import {
  AAC,
  AUDIO_HEADER,
  AUDIO_TAG_BYTES,
  H264,
  VIDEO,
  VIDEO_HEADER,
  VIDEO_TAG_BYTES,
} from './packets/flv-packets.ts';
import type { EncoderSettings } from './ingest-messages.ts';

const PROFILES: Readonly<Record<number, string>> = {
  66: 'Baseline',
  77: 'Main',
  100: 'High',
  110: 'High 10',
  122: 'High 4:2:2',
  244: 'High 4:4:4 Predictive',
};
/** By FLV's codec id, and by the FourCC of Enhanced RTMP. */
const VIDEO_CODECS: Readonly<Record<string, string>> = {
  2: 'h263',
  4: 'vp6',
  7: 'avc',
  12: 'hevc',
  hvc1: 'hevc',
  av01: 'av1',
  vp09: 'vp9',
  vp08: 'vp8',
  avc1: 'avc',
};
const AUDIO_CODECS: Readonly<Record<string, string>> = {
  2: 'mp3',
  7: 'g711a',
  8: 'g711u',
  10: 'aac',
  11: 'speex',
  14: 'mp3',
  '.mp3': 'mp3',
  'ec-3': 'e-ac-3',
  mp4a: 'aac',
};
/** Enhanced RTMP: the flag in a video tag's first byte, and the audio codec id that announces a FourCC. */
const [ENHANCED_VIDEO, ENHANCED_AUDIO] = [0x80, 9];
/** Texts are sent by the encoder. */
const MAX_TEXT = 100;

type Metadata = Readonly<Record<string, unknown>>;

export function settingsOf(metadata: Metadata, header?: AvPacket): EncoderSettings {
  if (header?.flags === VIDEO_HEADER && header.codec_id === H264) return h264(header.data);
  if (header?.flags === AUDIO_HEADER && header.codec_id === AAC) return aac(header.data);
  if (header) return otherCodec(header);
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
function h264(data: Buffer): EncoderSettings {
  const [, profile = 0, , level = 0] = data.subarray(VIDEO_TAG_BYTES, VIDEO_TAG_BYTES + 4);
  return defined({ videoCodec: 'avc', avcProfile: PROFILES[profile], avcLevel: (level / 10).toFixed(1) });
}

/** AudioSpecificConfig (ISO/IEC 14496-3 §1.6.2.1). */
function aac(data: Buffer): EncoderSettings {
  const [first = 0, second = 0] = data.subarray(AUDIO_TAG_BYTES, AUDIO_TAG_BYTES + 2);
  const sampleRate = SAMPLE_RATES[((first & 0b111) << 1) | (second >> 7)];
  return defined({ audioCodec: 'aac', sampleRate, channels: (second >> 3) & 0b1111 });
}

/** Known by its name only. */
function otherCodec({ codec_type: kind, codec_id: id, data }: AvPacket): EncoderSettings {
  const [first = 0] = data;
  const isEnhanced = kind === VIDEO ? (first & ENHANCED_VIDEO) !== 0 : first >> 4 === ENHANCED_AUDIO;
  const name = isEnhanced ? data.toString('latin1', 1, 5) : String(id);
  return kind === VIDEO
    ? { videoCodec: VIDEO_CODECS[name] ?? name.toLowerCase() }
    : { audioCodec: AUDIO_CODECS[name] ?? name.toLowerCase() };
}

const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;

const kilobits = (value: unknown): number | undefined => {
  const rate = positive(value);
  return rate && Math.round(rate * 1000);
};

const defined = (settings: {
  readonly [K in keyof EncoderSettings]: EncoderSettings[K] | undefined;
}): EncoderSettings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
