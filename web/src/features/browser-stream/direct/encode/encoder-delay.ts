/**
 * Measures the delay of this browser's AAC encoder, which no interface reports: 1,600 samples in WebKitGTK, 2,112 at
 * Apple's. Encodes a test tone, decodes it as a player would, and finds it by correlation.
 */
import { createDeferred } from '#web/lib/async/deferred.ts';
import { SOUND_CHANNELS } from '#web/lib/sound/sound-channels.ts';
import { AAC_FRAME_SAMPLES } from '../clock/sound-clock.ts';
import { createAacSource } from './aac-source.ts';

const TONE_SAMPLES = 2 * AAC_FRAME_SAMPLES;
/** Silence before the tone. */
const LEAD_SAMPLES = 2 * AAC_FRAME_SAMPLES;
/** Also the silence after the tone. */
const MAX_DELAY_SAMPLES = 4 * AAC_FRAME_SAMPLES;
/** The tone rises, so that only one position fits; in periods per sample. */
const [LOWEST, HIGHEST] = [0.01, 0.08];
/** A correlation below this is no tone; 1 is the tone itself. */
const MIN_LIKENESS = 0.7;

/** Returns the delay in samples, or `null` if this browser cannot decode AAC. */
export async function measureEncoderDelay(sampleRate: number): Promise<number | null> {
  if (typeof AudioDecoder === 'undefined') return null;
  const packets: Uint8Array[] = [];
  let config: AudioDecoderConfig | undefined;
  const source = await createAacSource(sampleRate, (data, itsConfig) => {
    packets.push(data);
    config = itsConfig;
  });
  await source.add(testSound());
  await source.finish();
  return config ? findDelay(await decode(packets, config)) : null;
}

/** Interleaved: silence, the tone, silence. */
export function testSound(): Float32Array {
  const sound = new Float32Array((LEAD_SAMPLES + TONE_SAMPLES + MAX_DELAY_SAMPLES) * SOUND_CHANNELS);
  for (const [index, value] of TONE.entries()) {
    const at = (LEAD_SAMPLES + index) * SOUND_CHANNELS;
    sound.fill(value, at, at + SOUND_CHANNELS);
  }
  return sound;
}

const TONE = Float32Array.from({ length: TONE_SAMPLES }, (_, index) => {
  const part = index / TONE_SAMPLES;
  const periods = index * (LOWEST + ((HIGHEST - LOWEST) * part) / 2);
  return 0.5 * Math.sin(Math.PI * part) ** 2 * Math.sin(2 * Math.PI * periods);
});

/** Finds the delay of the tone in the decoded sound of one channel; `null` if it is not there. */
export function findDelay(decoded: Float32Array): number | null {
  let [best, product] = [0, -Infinity];
  for (let delay = 0; delay <= MAX_DELAY_SAMPLES; delay += 1) {
    const here = productOf(decoded.subarray(LEAD_SAMPLES + delay), TONE);
    if (here > product) [best, product] = [delay, here];
  }
  const found = decoded.subarray(LEAD_SAMPLES + best, LEAD_SAMPLES + best + TONE_SAMPLES);
  const likeness = product / Math.sqrt(productOf(found, found) * productOf(TONE, TONE));
  return likeness > MIN_LIKENESS ? best : null;
}

function productOf(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) sum += one[index]! * other[index]!;
  return sum;
}

/** The first channel, each sample at its time. */
async function decode(packets: readonly Uint8Array[], config: AudioDecoderConfig): Promise<Float32Array> {
  const { sampleRate } = config;
  const sound = new Float32Array(packets.length * AAC_FRAME_SAMPLES);
  const { promise: failure, reject } = createDeferred<never>();
  const place = (data: AudioData) => {
    const at = Math.round((data.timestamp * sampleRate) / 1e6);
    if (at >= 0 && at + data.numberOfFrames <= sound.length) sound.set(firstChannelOf(data), at);
    data.close();
  };
  const output = (data: AudioData) => {
    try {
      place(data);
    } catch (error) {
      reject(error);
    }
  };
  const decoder = new AudioDecoder({ output, error: reject });
  decoder.configure(config);
  for (const [index, data] of packets.entries()) {
    const timestamp = Math.round((index * AAC_FRAME_SAMPLES * 1e6) / sampleRate);
    decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp, data }));
  }
  await Promise.race([decoder.flush(), failure]);
  decoder.close();
  return sound;
}

/** Always converts: WebKitGTK 2.50 crashes on a copy without a conversion. */
function firstChannelOf(data: AudioData): Float32Array {
  if (data.format === 'f32-planar') {
    const channels = data.numberOfChannels;
    const all = new Float32Array(data.numberOfFrames * channels);
    data.copyTo(all, { planeIndex: 0, format: 'f32' });
    return all.filter((_, index) => index % channels === 0);
  }
  const samples = new Float32Array(data.numberOfFrames);
  data.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
  return samples;
}
