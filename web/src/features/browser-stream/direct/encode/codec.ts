/** Finds an H.264 profile that this browser encodes and that suits live segments (W3C WebCodecs). */
import { CAMERA_HEIGHT_PX, CAMERA_WIDTH_PX, RECORDING_BITS_PER_SECOND } from '#shared/limits.ts';

/** Bitrate of the sound; constant, because the stream's header must not change. */
export const SOUND_BITS_PER_SECOND = 128_000;

export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface PictureFormat extends Size {
  readonly bitsPerSecond: number;
  readonly framesPerSecond: number;
}

/** High, Main and Constrained Baseline, at the level of 1280×720 with 30 pictures a second (ITU-T H.264 annex A). */
const CODECS = ['avc1.64001f', 'avc1.4d001f', 'avc1.42e01f'] as const;

export const configFor = (codec: string, format: PictureFormat): VideoEncoderConfig => ({
  codec,
  width: format.widthPx,
  height: format.heightPx,
  bitrate: format.bitsPerSecond,
  framerate: format.framesPerSecond,
  bitrateMode: 'constant',
  latencyMode: 'realtime',
  // Each keyframe then contains its parameters. The separate ones are unreliable: Firefox corrupts them.
  avc: { format: 'annexb' },
});

const LARGEST: PictureFormat = {
  widthPx: CAMERA_WIDTH_PX,
  heightPx: CAMERA_HEIGHT_PX,
  bitsPerSecond: RECORDING_BITS_PER_SECOND,
  framesPerSecond: 30,
};

/** The test: an encoder that reorders frames does so with this many similar ones. */
const TRIED: PictureFormat = { ...LARGEST, widthPx: 640, heightPx: 360 };
const TRIED_PICTURES = 8;

let found: Promise<string | null> | undefined;

export const findCodec = (): Promise<string | null> => (found ??= tryCodecs());

async function tryCodecs(): Promise<string | null> {
  if (typeof VideoEncoder === 'undefined') return null;
  for (const codec of CODECS) {
    const { supported } = await VideoEncoder.isConfigSupported(configFor(codec, LARGEST)).catch(() => ({
      supported: false,
    }));
    if (supported && (await keepsOrder(codec))) return codec;
  }
  return null;
}

async function keepsOrder(codec: string): Promise<boolean> {
  const times: number[] = [];
  const encoder = new VideoEncoder({ output: ({ timestamp }) => times.push(timestamp), error: () => {} });
  try {
    encoder.configure(configFor(codec, TRIED));
    for (let index = 0; index < TRIED_PICTURES; index += 1) {
      const picture = blackPicture(TRIED, (index * 1e6) / TRIED.framesPerSecond);
      encoder.encode(picture, { keyFrame: index === 0 });
      picture.close();
    }
    await encoder.flush();
    encoder.close();
  } catch {
    return false;
  }
  return times.length > 0 && times.every((time, index) => time > (times[index - 1] ?? -1));
}

function blackPicture({ widthPx, heightPx }: PictureFormat, timestamp: number): VideoFrame {
  const pixels = widthPx * heightPx;
  const data = new Uint8Array(pixels * 1.5).fill(128, pixels);
  return new VideoFrame(data, { format: 'I420', codedWidth: widthPx, codedHeight: heightPx, timestamp });
}
