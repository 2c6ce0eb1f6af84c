/** Encodes AAC with the browser, or with a library if the browser cannot; once for all renditions. */
import {
  AdtsOutputFormat,
  AudioSample,
  AudioSampleSource,
  canEncodeAudio,
  NullTarget,
  Output,
} from 'mediabunny';
import { SOUND_CHANNELS } from '../../../../lib/sound/sound-channels.ts';
import { SOUND_BITS_PER_SECOND } from './codec.ts';
import { AAC_FRAME_SAMPLES } from '../clock/sound-clock.ts';
import type { SoundPacket } from '../segment/packets.ts';

export type SoundEncoder = Awaited<ReturnType<typeof createSoundEncoder>>;

interface SoundEncoderListener {
  readonly onPacket: (packet: SoundPacket) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Frames before the first sample: AAC's transform overlaps, so that a frame contains the samples of the previous one (ISO
 * 14496-3 §4.6.11); and one of silence, which proves that the encoder works.
 */
const PRIMING_FRAMES = 2;

/** Creates an encoder that is loaded and tested. Throws if AAC is not available at this rate. */
export async function createSoundEncoder(sampleRate: number, { onPacket, onFailure }: SoundEncoderListener) {
  const format = { numberOfChannels: SOUND_CHANNELS, sampleRate };
  if (!(await canEncodeAudio('aac', { ...format, bitrate: SOUND_BITS_PER_SECOND }))) {
    (await import('@mediabunny/aac-encoder')).registerAacEncoder();
  }
  let config: AudioDecoderConfig | undefined;
  let frames = -PRIMING_FRAMES;
  /** Number of samples, from the first real one. */
  let given = 0;
  let jumped = 0;
  const jumps: { readonly fromFrame: number; readonly jumped: number }[] = [];

  const source = new AudioSampleSource({
    codec: 'aac',
    bitrate: SOUND_BITS_PER_SECOND,
    onEncodedPacket: ({ data }, meta) => {
      config = meta?.decoderConfig ?? config;
      const frame = frames++;
      if (!config || frame < 0) return;
      const shift = jumps.findLast(({ fromFrame }) => fromFrame <= frame)?.jumped ?? 0;
      onPacket({ startSamples: frame * AAC_FRAME_SAMPLES + shift, data, config });
    },
  });
  // Captures the packets, because no file is written.
  const output = new Output({ format: new AdtsOutputFormat(), target: new NullTarget() });
  output.addAudioTrack(source);
  await output.start();
  const add = async (data: Float32Array, startSamples: number) => {
    const timestamp = (startSamples + AAC_FRAME_SAMPLES) / sampleRate;
    const sample = new AudioSample({ ...format, data, format: 'f32', timestamp });
    await source.add(sample).finally(() => sample.close());
  };
  await add(new Float32Array(AAC_FRAME_SAMPLES * SOUND_CHANNELS), -AAC_FRAME_SAMPLES);
  let last = Promise.resolve();
  return {
    /** Takes interleaved samples. */
    encode: (data: Float32Array): void => {
      const at = given;
      given += data.length / SOUND_CHANNELS;
      last = last.then(() => add(data, at)).catch(onFailure);
    },
    jump: (samples: number): void => {
      jumped += samples;
      jumps.push({ fromFrame: given / AAC_FRAME_SAMPLES, jumped });
    },
    /** Resolves after the last packet was emitted. */
    finish: async (): Promise<void> => {
      await last;
      await output.finalize();
    },
  };
}
