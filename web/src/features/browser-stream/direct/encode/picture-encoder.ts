/** Encodes H.264 with the browser's own encoder (W3C WebCodecs), set up for live pictures. */
import { type PicturePacket, TICKS_PER_MS } from '../segment/packets.ts';
import { configFor, type PictureFormat } from './codec.ts';
import { parameterSetsOf } from './parameter-sets.ts';

export type PictureEncoder = ReturnType<typeof createPictureEncoder>;

interface PictureEncoderListener {
  readonly onPacket: (packet: PicturePacket) => void;
  /** All frames before this position were emitted; the next one is a keyframe. */
  readonly onEmptied: (beforeTicks: number) => void;
  readonly onFailure: (error: unknown) => void;
}

/** An encoder with lookahead holds back more frames, up to seconds: it is flushed before each keyframe. */
const MAX_HELD_BACK = 6;

export function createPictureEncoder(
  codec: string,
  { onPacket, onEmptied, onFailure }: PictureEncoderListener,
) {
  let encoder: VideoEncoder | null = null;
  let size = '';
  /** Resolves when the encoder of the previous size has emitted its last packets; later packets wait for it. */
  let flushed = Promise.resolve();
  /** Timestamps of frames that were given to the encoder and not emitted yet. */
  let held: number[] = [];
  /** Number of frames since the last flush; `null` if there was none. */
  let sinceEmptied: number | null = null;

  const create = (): VideoEncoder => {
    let config: VideoDecoderConfig | undefined;
    const previous = flushed;
    const emit = (packet: PicturePacket) => void previous.then(() => onPacket(packet));
    return new VideoEncoder({
      output: (chunk, meta) => {
        held = held.filter((time) => time > chunk.timestamp);
        config = meta?.decoderConfig ?? config;
        if (config) emit(packetOf(chunk, config));
      },
      error: onFailure,
    });
  };
  /** Creates a new encoder for a new size, because a reconfigured one would include both sizes in its header. */
  const replace = () => {
    const before = encoder;
    if (before) flushed = flushed.then(() => before.flush()).then(() => before.close(), onFailure);
    [held, sinceEmptied] = [[], null];
    encoder = create();
  };
  const empty = (full: VideoEncoder, beforeTicks: number) => {
    sinceEmptied = 0;
    const previous = flushed;
    void full.flush().then(
      () => previous.then(() => onEmptied(beforeTicks)),
      () => {},
    );
  };
  return {
    /** Applies from the next picture on, which must be a keyframe. Only a change of size changes the header. */
    use: (format: PictureFormat): void => {
      const wanted = `${format.widthPx}x${format.heightPx}`;
      if (wanted !== size) replace();
      size = wanted;
      encoder?.configure(configFor(codec, format));
    },
    /** `frame` has its time on the recording's clock, in µs. It is scaled to the format's size, and stays the caller's. */
    encode: (frame: VideoFrame, isKey: boolean): void => {
      if (!encoder) return;
      const isHoldingBack = held.length - encoder.encodeQueueSize > MAX_HELD_BACK;
      if (isKey && isHoldingBack) empty(encoder, ticksOf(frame));
      held.push(frame.timestamp);
      if (sinceEmptied !== null) sinceEmptied += 1;
      encoder.encode(frame, { keyFrame: isKey });
    },
    // Frames that wait for a flush are not counted as load.
    waiting: () => Math.max(0, (encoder?.encodeQueueSize ?? 0) - (sinceEmptied ?? 0)),
    flush: async () => {
      await encoder?.flush();
      await flushed;
    },
    close: () => {
      if (encoder && encoder.state !== 'closed') encoder.close();
    },
  };
}

const ticksOf = ({ timestamp }: { readonly timestamp: number }): number =>
  Math.round((timestamp * TICKS_PER_MS) / 1000);

function packetOf(chunk: EncodedVideoChunk, config: VideoDecoderConfig): PicturePacket {
  const data = new Uint8Array(chunk.byteLength);
  chunk.copyTo(data);
  const parameterSets = parameterSetsOf(data);
  return { startTicks: ticksOf(chunk), isKey: chunk.type === 'key', data, parameterSets, config };
}
