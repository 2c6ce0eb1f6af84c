/** AAC encoders with delays of their own: what is measured of them, and where their packets are placed. */
import { spawnSync } from 'node:child_process';
import { CustomAudioEncoder, EncodedPacket, registerEncoder, type AudioSample } from 'mediabunny';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  findDelay,
  measureEncoderDelay,
  testSound,
} from '#web/features/browser-stream/direct/encode/encoder-delay.ts';
import { createSoundEncoder } from '#web/features/browser-stream/direct/encode/sound-encoder.ts';
import type { SoundPacket } from '#web/features/browser-stream/direct/segment/packets.ts';

const RATE = 48_000;
const FRAME_SAMPLES = 1024;
const CHANNELS = 2;
/** AAC-LC, 48 kHz, stereo (ISO 14496-3 §1.6.2.1). */
const CONFIG = {
  codec: 'mp4a.40.2',
  sampleRate: RATE,
  numberOfChannels: CHANNELS,
  description: Uint8Array.of(0x11, 0x90),
};

let delay: number;

/** Its packets contain the samples themselves, of the first channel, as late as `delay` says. */
class DelayingEncoder extends CustomAudioEncoder {
  static override supports = (codec: string) => codec === 'aac';
  #samples: number[] = [];
  #frames = 0;

  init(): void {
    this.#samples = Array.from<number>({ length: delay }).fill(0);
  }
  encode(sample: AudioSample): void {
    const data = new Float32Array(sample.numberOfFrames);
    sample.copyTo(data, { planeIndex: 0, format: 'f32-planar' });
    this.#samples.push(...data);
    while (this.#samples.length >= FRAME_SAMPLES) this.#emit();
  }
  flush(): void {
    if (this.#samples.length === 0) return;
    this.#samples.push(...Array.from<number>({ length: FRAME_SAMPLES - this.#samples.length }).fill(0));
    this.#emit();
  }
  close(): void {}
  #emit(): void {
    const frame = Float32Array.from(this.#samples.splice(0, FRAME_SAMPLES));
    const [at, length] = [(this.#frames++ * FRAME_SAMPLES) / RATE, FRAME_SAMPLES / RATE];
    this.onPacket(new EncodedPacket(new Uint8Array(frame.buffer), 'key', at, length), {
      decoderConfig: CONFIG,
    });
  }
}

class SimulatedDecoder {
  readonly #init: AudioDecoderInit;
  constructor(init: AudioDecoderInit) {
    this.#init = init;
  }
  configure(): void {}
  decode({ timestamp, data }: EncodedAudioChunkInit): void {
    const samples = samplesOf(data as Uint8Array);
    const copyTo = (to: Float32Array) => to.set(samples);
    const decoded = { timestamp, numberOfFrames: samples.length, copyTo, close: () => {} };
    this.#init.output(decoded as unknown as AudioData);
  }
  async flush(): Promise<void> {}
  close(): void {}
}

const samplesOf = (data: Uint8Array): Float32Array => new Float32Array(data.slice().buffer);

beforeAll(() => {
  registerEncoder(DelayingEncoder);
});
beforeEach(() => {
  vi.stubGlobal('AudioDecoder', SimulatedDecoder);
  vi.stubGlobal('EncodedAudioChunk', function (init: EncodedAudioChunkInit) {
    return init;
  });
});
afterAll(() => vi.unstubAllGlobals());

describe('the delay of an encoder', () => {
  it.each([0, 1024, 1600, 2112, 4096])('of %i samples is measured', async (samples) => {
    delay = samples;
    expect(await measureEncoderDelay(RATE)).toBe(samples);
  });

  it('of ffmpeg is that of a frame, which is assumed of the library', () => {
    const sound = testSound();
    const raw = `-f f32le -ar ${RATE} -ac ${CHANNELS} -i -`;
    const aac = ffmpeg(`${raw} -c:a aac -b:a 128k -f adts -`, Buffer.from(sound.buffer));
    const decoded = ffmpeg(`-f aac -i - -af pan=mono|c0=c0 -f f32le -`, aac);
    expect(findDelay(samplesOf(decoded))).toBe(FRAME_SAMPLES);
  });

  it('is unknown of an encoder that encodes silence', () => {
    expect(findDelay(new Float32Array(testSound().length / CHANNELS))).toBeNull();
  });
});

describe('packets', () => {
  it.each([0, 1024, 1600, 2112])('are placed where their sound is, %i samples late', async (samples) => {
    delay = samples;
    const packets: SoundPacket[] = [];
    const onFailure = (error: unknown) => expect.unreachable(String(error));
    const encoder = await createSoundEncoder(RATE, { onPacket: (packet) => packets.push(packet), onFailure });
    const given = Array.from({ length: 4 * FRAME_SAMPLES }, (_, index) => index + 1);
    encoder.encode(Float32Array.from(given.flatMap((value) => [value, value])));
    await encoder.finish();
    expect(packets.map(({ startSamples }) => startSamples)).toEqual([0, 1024, 2048, 3072]);
    expect(packets.flatMap(({ data }) => [...samplesOf(data)])).toEqual(given);
  });
});

const ffmpeg = (args: string, input: Uint8Array): Buffer =>
  spawnSync('ffmpeg', ['-loglevel', 'error', ...args.split(' ')], { input }).stdout;
