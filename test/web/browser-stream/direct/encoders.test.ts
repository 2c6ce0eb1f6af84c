/** Encoders as browsers have them, and what is made of them: order, what is held back, what waits. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parameterSetsOf } from '#web/features/browser-stream/direct/encode/parameter-sets.ts';
import type { PictureEncoder } from '#web/features/browser-stream/direct/encode/picture-encoder.ts';

const FORMAT = { widthPx: 640, heightPx: 360, bitsPerSecond: 1e6, framesPerSecond: 30 };
const FRAME_US = 33_333;

interface Kind {
  /** So many pictures stay inside until the encoder is flushed. */
  readonly holdsBack: number;
  /** Profiles, by the beginnings of their names, for which it puts pictures out of their order. */
  readonly reorders: readonly string[];
  readonly lacks: readonly string[];
}

let kind: Kind;
/** How often it was flushed. */
let flushes: number;

/** Takes pictures at once, and gives them when its kind does. */
class SimulatedEncoder {
  static isConfigSupported = async ({ codec }: VideoEncoderConfig) => ({
    supported: !hasStart(kind.lacks, codec),
  });
  encodeQueueSize = 0;
  state = 'configured';
  readonly #init: VideoEncoderInit;
  #codec = '';
  #inside: { readonly timestamp: number; readonly isKey: boolean }[] = [];

  constructor(init: VideoEncoderInit) {
    this.#init = init;
  }
  configure({ codec }: VideoEncoderConfig): void {
    this.#codec = codec;
  }
  encode({ timestamp }: VideoFrame, { keyFrame: isKey = false }: VideoEncoderEncodeOptions = {}): void {
    this.#inside.push({ timestamp, isKey });
    if (this.#inside.length > kind.holdsBack) this.#give(this.#inside.splice(0, 1));
  }
  async flush(): Promise<void> {
    flushes += 1;
    this.#give(this.#inside.splice(0));
  }
  close(): void {
    this.state = 'closed';
  }
  #give(pictures: { readonly timestamp: number; readonly isKey: boolean }[]): void {
    const [first, second, third, ...rest] = pictures;
    const isTurned = third && hasStart(kind.reorders, this.#codec);
    for (const picture of isTurned ? [first!, third, second!, ...rest] : pictures) {
      const { timestamp, isKey } = picture;
      const chunk = { timestamp, type: isKey ? 'key' : 'delta', byteLength: 1, copyTo: () => {} };
      this.#init.output(chunk as unknown as EncodedVideoChunk, { decoderConfig: { codec: this.#codec } });
    }
  }
}

const hasStart = (starts: readonly string[], codec: string): boolean =>
  starts.some((start) => codec.startsWith(start));

class SimulatedFrame {
  readonly timestamp: number;
  constructor(_: unknown, { timestamp }: { timestamp: number }) {
    this.timestamp = timestamp;
  }
  close(): void {}
}

const [HIGH, MAIN, BASELINE] = ['avc1.64', 'avc1.4d', 'avc1.42'];

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('VideoEncoder', SimulatedEncoder);
  vi.stubGlobal('VideoFrame', SimulatedFrame);
  kind = { holdsBack: 0, reorders: [], lacks: [] };
  flushes = 0;
});
afterEach(() => vi.unstubAllGlobals());

describe('the H.264 profile', () => {
  const find = async (of: Partial<Kind>): Promise<string | null> => {
    kind = { ...kind, ...of };
    const { findCodec } = await import('#web/features/browser-stream/direct/encode/codec.ts');
    return findCodec();
  };

  it('is the best that the browser has', async () => {
    expect(await find({})).toMatch(HIGH!);
    vi.resetModules();
    expect(await find({ lacks: [HIGH!] })).toMatch(MAIN!);
  });

  it('is one that keeps pictures in order, however many the encoder delays', async () => {
    expect(await find({ holdsBack: 42, reorders: [HIGH!, MAIN!] })).toMatch(BASELINE!);
  });

  it('is missing when every profile reorders pictures', async () => {
    expect(await find({ holdsBack: 42, reorders: ['avc1'] })).toBeNull();
  });
});

it('the parameters of a packet are found before its slices, however its units are separated', () => {
  const sps = [0x67, 0x64, 0, 0, 3, 1];
  const pps = [0x68, 0xce];
  const packet = (start: readonly number[]) =>
    Uint8Array.from([...start, 9, 16, ...start, ...sps, ...start, ...pps, ...start, 0x65, 1, 0, 0, 1, 0x67]);
  for (const start of [
    [0, 0, 1],
    [0, 0, 0, 1],
  ])
    expect(parameterSetsOf(packet(start))).toBe(`${String(sps)} ${String(pps)}`);
  expect(parameterSetsOf(Uint8Array.from([0, 0, 1, 0x41, 1]))).toBe('');
  expect(parameterSetsOf(Uint8Array.from([0, 0, 1, ...pps]))).toBe(String(pps));
});

describe('a video encoder', () => {
  let reported: (string | number)[];
  let encoder: PictureEncoder;
  beforeEach(async () => {
    reported = [];
    const { createPictureEncoder } =
      await import('#web/features/browser-stream/direct/encode/picture-encoder.ts');
    encoder = createPictureEncoder('avc1.42e01f', {
      onPacket: ({ startTicks }) => reported.push(startTicks),
      onEmptied: (beforeTicks) => reported.push(`all before ${beforeTicks}`),
      onFailure: (error) => {
        throw error;
      },
    });
    encoder.use(FORMAT);
  });
  const encodeSeconds = (seconds: number): void => {
    for (let index = 0; index < seconds * 30; index += 1)
      encoder.encode({ timestamp: index * FRAME_US } as VideoFrame, index % 30 === 0);
  };

  it('is not flushed when it delays few pictures', async () => {
    kind = { ...kind, holdsBack: 4 };
    encodeSeconds(3);
    await vi.waitFor(() => expect(reported).toHaveLength(3 * 30 - 4));
    expect(flushes).toBe(0);
  });

  it('that delays many is flushed before each keyframe', async () => {
    kind = { ...kind, holdsBack: 42 };
    encodeSeconds(2);
    await vi.waitFor(() => expect(reported).toHaveLength(31));
    expect(reported.at(-2)).toBe(Math.round(29 * FRAME_US * 0.09));
    expect(reported.at(-1)).toBe(`all before ${Math.round(30 * FRAME_US * 0.09)}`);
    expect(flushes).toBe(1);
  });
});
