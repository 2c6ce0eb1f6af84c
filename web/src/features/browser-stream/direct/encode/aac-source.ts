import { AdtsOutputFormat, AudioSample, AudioSampleSource, NullTarget, Output } from 'mediabunny';
import { SOUND_CHANNELS } from '#web/lib/sound/sound-channels.ts';
import { SOUND_BITS_PER_SECOND } from './codec.ts';

type OnPacket = (data: Uint8Array, config: AudioDecoderConfig) => void;

/** Starts an AAC encoder, whose packets are passed on in order. */
export async function createAacSource(sampleRate: number, onPacket: OnPacket) {
  let config: AudioDecoderConfig | undefined;
  const source = new AudioSampleSource({
    codec: 'aac',
    bitrate: SOUND_BITS_PER_SECOND,
    onEncodedPacket: ({ data }, meta) => {
      config = meta?.decoderConfig ?? config;
      if (config) onPacket(data, config);
    },
  });
  // Captures the packets, because no file is written.
  const output = new Output({ format: new AdtsOutputFormat(), target: new NullTarget() });
  output.addAudioTrack(source);
  await output.start();
  let given = 0;
  return {
    /** Takes interleaved samples. */
    add: async (data: Float32Array): Promise<void> => {
      const timestamp = given / sampleRate;
      given += data.length / SOUND_CHANNELS;
      const sample = new AudioSample({
        data,
        format: 'f32',
        numberOfChannels: SOUND_CHANNELS,
        sampleRate,
        timestamp,
      });
      await source.add(sample).finally(() => sample.close());
    },
    /** Resolves after the last packet was emitted. */
    finish: () => output.finalize(),
  };
}
