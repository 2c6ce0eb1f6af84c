/** H.264 by the browser's own encoder (W3C WebCodecs), with what live pictures need. */
import {
  CAMERA_HEIGHT_PX,
  CAMERA_WIDTH_PX,
  RECORDING_BITS_PER_SECOND,
} from '../../../../../../shared/limits.ts';
import { type PicturePacket, TICKS_PER_MS } from '../segment/packets.ts';

export interface PictureFormat {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bitsPerSecond: number;
  readonly framesPerSecond: number;
}

export interface PictureEncoder {
  /** From the next picture on, which must be a keyframe. The header changes with the size alone. */
  readonly use: (format: PictureFormat) => void;
  /** `frame` has its time on the recording's clock, in µs. It is scaled to the format's size, and stays the caller's. */
  readonly encode: (frame: VideoFrame, isKey: boolean) => void;
  /** Pictures that wait. */
  readonly waiting: () => number;
  readonly flush: () => Promise<void>;
  readonly close: () => void;
}

interface PictureEncoderListener {
  readonly onPacket: (packet: PicturePacket) => void;
  readonly onFailure: (error: unknown) => void;
}

/** High, Main and Constrained Baseline, at the level of 1280×720 with 30 pictures a second (ITU-T H.264 annex A). */
const CODECS = ['avc1.64001f', 'avc1.4d001f', 'avc1.42e01f'] as const;

const configFor = (codec: string, format: PictureFormat): VideoEncoderConfig => ({
  codec,
  width: format.widthPx,
  height: format.heightPx,
  bitrate: format.bitsPerSecond,
  framerate: format.framesPerSecond,
  bitrateMode: 'constant',
  latencyMode: 'realtime',
  avc: { format: 'avc' },
});

/** The largest that is made. */
const LARGEST: PictureFormat = {
  widthPx: CAMERA_WIDTH_PX,
  heightPx: CAMERA_HEIGHT_PX,
  bitsPerSecond: RECORDING_BITS_PER_SECOND,
  framesPerSecond: 30,
};

/** The best of H.264's profiles that this browser encodes; `null` where it has none. */
export async function findCodec(): Promise<string | null> {
  if (typeof VideoEncoder === 'undefined') return null;
  const answers = CODECS.map((codec) =>
    VideoEncoder.isConfigSupported(configFor(codec, LARGEST)).catch(() => null),
  );
  const found = (await Promise.all(answers)).findIndex((answer) => answer?.supported);
  return CODECS[found] ?? null;
}

export function createPictureEncoder(
  codec: string,
  { onPacket, onFailure }: PictureEncoderListener,
): PictureEncoder {
  let encoder: VideoEncoder | null = null;
  let size = '';
  /** Until it is over, what follows waits: the encoder of another size tells its last packets. */
  let turn = Promise.resolve();

  const create = (): VideoEncoder => {
    let config: VideoDecoderConfig | undefined;
    const mine = turn;
    const tell = (packet: PicturePacket) => void mine.then(() => onPacket(packet));
    return new VideoEncoder({
      output: (chunk, meta) => {
        config = meta?.decoderConfig ?? config;
        if (config) tell(packetOf(chunk, config));
      },
      error: onFailure,
    });
  };
  /** An encoder that is used for another size tells of both in its header. */
  const replace = () => {
    const before = encoder;
    if (before) turn = turn.then(() => before.flush()).then(() => before.close(), onFailure);
    encoder = create();
  };
  return {
    use: (format) => {
      const wanted = `${format.widthPx}x${format.heightPx}`;
      if (wanted !== size) replace();
      size = wanted;
      encoder?.configure(configFor(codec, format));
    },
    encode: (frame, isKey) => encoder?.encode(frame, { keyFrame: isKey }),
    waiting: () => encoder?.encodeQueueSize ?? 0,
    flush: async () => {
      await encoder?.flush();
      await turn;
    },
    close: () => {
      if (encoder && encoder.state !== 'closed') encoder.close();
    },
  };
}

function packetOf(chunk: EncodedVideoChunk, config: VideoDecoderConfig): PicturePacket {
  const data = new Uint8Array(chunk.byteLength);
  chunk.copyTo(data);
  const startTicks = Math.round((chunk.timestamp * TICKS_PER_MS) / 1000);
  return { startTicks, isKey: chunk.type === 'key', data, config };
}
