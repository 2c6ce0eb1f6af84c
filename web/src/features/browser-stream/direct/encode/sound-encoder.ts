/** Encodes AAC with the browser, or with a library if the browser cannot; once for all renditions. */
import { canEncodeAudio } from 'mediabunny';
import { SOUND_CHANNELS } from '#web/lib/sound/sound-channels.ts';
import { AAC_FRAME_SAMPLES } from '../clock/sound-clock.ts';
import type { SoundPacket } from '../segment/packets.ts';
import { createAacSource } from './aac-source.ts';
import { SOUND_BITS_PER_SECOND } from './codec.ts';
import { measureEncoderDelay } from './encoder-delay.ts';

export type SoundEncoder = Awaited<ReturnType<typeof createSoundEncoder>>;

interface SoundEncoderListener {
  readonly onPacket: (packet: SoundPacket) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Creates an encoder that is loaded and tested. Throws if AAC is not available at this rate. */
export async function createSoundEncoder(sampleRate: number, { onPacket, onFailure }: SoundEncoderListener) {
  const delay = await prepareEncoder(sampleRate);
  const silence = silenceBefore(delay);
  let frames = -(delay + silence) / AAC_FRAME_SAMPLES;
  /** Number of samples, from the first real one. */
  let given = 0;
  let jumped = 0;
  const jumps: { readonly fromFrame: number; readonly jumped: number }[] = [];

  const source = await createAacSource(sampleRate, (data, config) => {
    const frame = frames++;
    if (frame < 0) return;
    const shift = jumps.findLast(({ fromFrame }) => fromFrame <= frame)?.jumped ?? 0;
    onPacket({ startSamples: frame * AAC_FRAME_SAMPLES + shift, data, config });
  });
  await source.add(new Float32Array(silence * SOUND_CHANNELS));
  let last = Promise.resolve();
  return {
    /** Takes interleaved samples. */
    encode: (data: Float32Array): void => {
      given += data.length / SOUND_CHANNELS;
      last = last.then(() => source.add(data)).catch(onFailure);
    },
    jump: (samples: number): void => {
      jumped += samples;
      jumps.push({ fromFrame: given / AAC_FRAME_SAMPLES, jumped });
    },
    /** Resolves after the last packet was emitted. */
    finish: async (): Promise<void> => {
      await last;
      await source.finish();
    },
  };
}

/** Makes sure that there is an encoder, and returns its delay in samples. */
async function prepareEncoder(sampleRate: number): Promise<number> {
  const format = { numberOfChannels: SOUND_CHANNELS, sampleRate, bitrate: SOUND_BITS_PER_SECOND };
  if (await canEncodeAudio('aac', format)) {
    const measured = await measureEncoderDelay(sampleRate).catch(() => null);
    return measured ?? AAC_FRAME_SAMPLES;
  }
  (await import('@mediabunny/aac-encoder')).registerAacEncoder();
  // It is ffmpeg's: AAC's transform overlaps, so that a frame contains the samples of the previous one (ISO 14496-3
  // §4.6.11).
  return AAC_FRAME_SAMPLES;
}

/** At least a frame, which proves that the encoder works, and so much more that the first sample begins a frame. */
const silenceBefore = (delay: number): number =>
  (Math.ceil(delay / AAC_FRAME_SAMPLES) + 1) * AAC_FRAME_SAMPLES - delay;
