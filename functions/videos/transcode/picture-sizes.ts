/**
 * Finds a film's picture sizes from its keyframes: browsers and phones change it midway, and Probe reports the first.
 */
import {
  type EncodedPacket,
  EncodedPacketSink,
  type InputFormat,
  type InputVideoTrack,
  MPEG_TS,
} from 'mediabunny';
import type { Size } from './ladder.ts';
import { Bits, readAvcSize, readHevcSize } from './parameter-sets.ts';

export interface PictureSizes {
  /** As stored; of several of one area the first. Missing when none could be read. */
  readonly largest?: Size;
  /** True also when not all could be read. */
  readonly mayChange: boolean;
}

const UNKNOWN: PictureSizes = { mayChange: true };

/** Reads until `signal` aborts. */
export async function pictureSizes(
  track: InputVideoTrack,
  format: InputFormat,
  signal: AbortSignal,
): Promise<PictureSizes> {
  const read = await sizeReader(track);
  if (!read) return UNKNOWN;
  const seen = new Map<string, Size>();
  for await (const { data } of packetsOf(track, format)) {
    if (signal.aborted) break;
    const size = read(data);
    if (size) seen.set(`${size.widthPx}x${size.heightPx}`, size);
  }
  const largest = [...seen.values()].toSorted((a, b) => areaOf(b) - areaOf(a))[0];
  return { ...(largest && { largest }), mayChange: signal.aborted || seen.size !== 1 };
}

/** Keyframes; of a transport stream all, because the packet after a keyframe may be marked instead of it. */
async function* packetsOf(track: InputVideoTrack, format: InputFormat): AsyncGenerator<EncodedPacket> {
  const sink = new EncodedPacketSink(track);
  if (format === MPEG_TS) return yield* sink.packets();
  let packet = await sink.getFirstPacket();
  for (; packet; packet = await sink.getNextKeyPacket(packet)) yield packet;
}

const areaOf = ({ widthPx, heightPx }: Size): number => widthPx * heightPx;

type SizeReader = (keyframe: Uint8Array) => Size | undefined;

async function sizeReader(track: InputVideoTrack): Promise<SizeReader | undefined> {
  const codec = await track.getCodec();
  if (codec === 'vp8') return vp8Size;
  if (codec === 'vp9') return vp9Size;
  if (codec !== 'avc' && codec !== 'hevc') return undefined;
  const sizeOf = codec === 'avc' ? readAvcSize : readHevcSize;
  const lengthBytes = await lengthBytesOf(track, codec);
  // The header's size holds until a keyframe brings another.
  let last: Size = { widthPx: await track.getCodedWidth(), heightPx: await track.getCodedHeight() };
  return (keyframe) => {
    for (const unit of lengthBytes ? lengthPrefixed(keyframe, lengthBytes) : startCoded(keyframe))
      last = sizeOf(unit) ?? last;
    return last;
  };
}

/** ISO 14496-15 §5.3.3.1 and §8.3.3.1. `undefined` where units follow start codes. */
async function lengthBytesOf(track: InputVideoTrack, codec: 'avc' | 'hevc'): Promise<number | undefined> {
  const description = (await track.getDecoderConfig())?.description;
  if (!description) return undefined;
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  return ((bytes[codec === 'avc' ? 4 : 21] ?? 3) & 3) + 1;
}

function* lengthPrefixed(frame: Uint8Array, lengthBytes: number): Generator<Uint8Array> {
  const view = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
  for (let at = 0; at + lengthBytes < view.length;) {
    const start = at + lengthBytes;
    at = start + view.readUIntBE(at, lengthBytes);
    yield view.subarray(start, at);
  }
}

/** ITU-T H.264, Annex B. Of the last unit of a frame, which is a picture, only the beginning is of interest. */
function* startCoded(frame: Uint8Array): Generator<Uint8Array> {
  const view = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
  for (let start = view.indexOf(START_CODE); start >= 0;) {
    const next = view.indexOf(START_CODE, start + 3);
    yield view.subarray(start + 3, next < 0 ? undefined : next);
    start = next;
  }
}

const START_CODE = Buffer.from([0, 0, 1]);

/** RFC 6386 §9.1. The upper two bits ask the player to scale. */
function vp8Size(frame: Uint8Array): Size | undefined {
  if (frame.length < 10 || (frame[0]! & 1) !== 0) return undefined;
  const view = new DataView(frame.buffer, frame.byteOffset);
  return { widthPx: view.getUint16(6, true) & 0x3fff, heightPx: view.getUint16(8, true) & 0x3fff };
}

/** VP9 Bitstream Specification §6.2 and §7.2: a keyframe's uncompressed header. */
function vp9Size(frame: Uint8Array): Size | undefined {
  const bits = new Bits(frame);
  if (bits.read(2) !== 2) return undefined;
  const profile = bits.read(1) + 2 * bits.read(1);
  if (profile === 3) bits.read(1);
  const [showsExisting, isNoKeyframe] = [bits.read(1), bits.read(1)];
  if (showsExisting || isNoKeyframe) return undefined;
  bits.read(2);
  if (bits.read(24) !== VP9_SYNC_CODE) return undefined;
  if (profile >= 2) bits.read(1);
  const isRgb = bits.read(3) === VP9_RGB;
  if (!isRgb) bits.read(profile % 2 === 1 ? 4 : 1);
  else if (profile % 2 === 1) bits.read(1);
  return { widthPx: bits.read(16) + 1, heightPx: bits.read(16) + 1 };
}

const [VP9_SYNC_CODE, VP9_RGB] = [0x498342, 7];
