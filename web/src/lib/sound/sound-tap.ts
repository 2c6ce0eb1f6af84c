import { contextFor } from './context-for.ts';
import { SOUND_CHANNELS } from './sound-channels.ts';
// Vite builds a separate file and returns its address.
// oxlint-disable-next-line import/default
import workletAddress from './sound-tap.worklet.ts?worker&url';

export type SoundTap = Awaited<ReturnType<typeof tapSound>>;

/** Streams without sound deliver nothing. */
export async function tapSound(media: MediaStream) {
  const [track = null] = media.getAudioTracks();
  const context = contextFor(track);
  try {
    await context.audioWorklet.addModule(workletAddress);
    return connectTap(context, track);
  } catch (error) {
    void context.close();
    throw error;
  }
}

function connectTap(context: AudioContext, track: MediaStreamTrack | null) {
  const tap = new AudioWorkletNode(context, 'sound-tap', {
    numberOfOutputs: 0,
    channelCount: SOUND_CHANNELS,
    channelCountMode: 'explicit',
  });
  const { port1, port2 } = new MessageChannel();
  tap.port.postMessage(port1, [port1]);
  if (track) context.createMediaStreamSource(new MediaStream([track])).connect(tap);
  void context.resume().catch(() => {});
  /** `port` delivers blocks of interleaved samples; transfer it to the worker. */
  return { sampleRate: context.sampleRate, port: port2, close: () => void context.close().catch(() => {}) };
}
