/**
 * The sound of a broadcast. It always goes through Web Audio, so that its track stays the same, as MediaRecorder
 * demands, while the microphone is muted, changed or unplugged.
 */
import { contextFor } from '../../../lib/sound/context-for.ts';
import { levelOf } from './level.ts';

export type Sound = ReturnType<typeof createSound>;

const LEVEL_SAMPLES = 2048;
/** Long enough that switching makes no click. */
const FADE_S = 0.01;

/** For this microphone; others may follow. Throws a NotSupportedError where the browser cannot take it. */
export function createSound(microphone: MediaStreamTrack | null) {
  const context = contextFor(microphone);
  const output = context.createMediaStreamDestination();
  const volume = context.createGain();
  const analyser = context.createAnalyser();
  analyser.fftSize = LEVEL_SAMPLES;
  volume.connect(output);
  volume.connect(analyser);
  // Without any source there would be no samples at all, and a recorder waits for them.
  const silence = context.createConstantSource();
  silence.offset.value = 0;
  silence.connect(output);
  silence.start();

  const samples = new Float32Array(LEVEL_SAMPLES);
  const off = new AbortController();
  let input: MediaStreamAudioSourceNode | null = null;

  /** Browsers let a page's sound begin by a press of a button, and interrupt it for a call. */
  const wake = () => {
    if (context.state !== 'running' && !off.signal.aborted) void context.resume().catch(() => {});
  };
  context.addEventListener('statechange', wake, { signal: off.signal });
  document.addEventListener('visibilitychange', wake, { signal: off.signal });
  return {
    /** What is recorded; silence where there is no microphone. */
    track: output.stream.getAudioTracks()[0] ?? failWithoutTrack(),
    /** Records this microphone from now on. Throws a NotSupportedError where it would need another context (Firefox). */
    hear: (microphone: MediaStreamTrack | null) => {
      const next = microphone && context.createMediaStreamSource(new MediaStream([microphone]));
      input?.disconnect();
      input = next;
      input?.connect(volume);
    },
    setMuted: (isMuted: boolean) => volume.gain.setTargetAtTime(isMuted ? 0 : 1, context.currentTime, FADE_S),
    /** Loudness now of what is recorded, from 0 to 1. */
    level: () => {
      analyser.getFloatTimeDomainData(samples);
      return levelOf(samples);
    },
    wake,
    close: () => {
      off.abort();
      void context.close();
    },
  };
}

function failWithoutTrack(): never {
  throw new Error('Web Audio made no track');
}
