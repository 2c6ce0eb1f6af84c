/**
 * The sound of a broadcast. It always goes through Web Audio, so that its track stays the same, as MediaRecorder requires,
 * while the microphone is muted, changed or disconnected.
 */
import { contextFor } from '#web/lib/sound/context-for.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** In dB below full scale. */
const SILENCE_DB = -60;

/** Loudness from 0 (silence) to 1 of samples between -1 and 1: their RMS on a decibel scale. */
export function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const rms = Math.sqrt(sum / Math.max(1, samples.length));
  if (rms === 0) return 0;
  return Math.min(1, Math.max(0, 1 - (20 * Math.log10(rms)) / SILENCE_DB));
}

interface Reading {
  /** From 0 to 1. */
  readonly share: number;
  readonly word: string;
}

/** The bar rises at once and decays by this factor per millisecond: 6 % per frame at 60 Hz. */
const FALL_PER_MS = 0.94 ** (60 / 1000);
/** The word follows the maximum of this time, because speech has pauses. It never lags behind the bar. */
const WORD_HOLD_MS = 1000;

/** Returns a function that maps successive levels to readings; `nowMs` may be of any clock. */
export function createReading(): (level: number, nowMs: number) => Reading {
  let [share, updatedAtMs] = [0, 0];
  let [loudest, loudestAtMs] = [0, 0];
  return (level, nowMs) => {
    share = Math.max(Math.min(1, level), share * FALL_PER_MS ** (nowMs - updatedAtMs));
    updatedAtMs = nowMs;
    if (share >= loudest || nowMs - loudestAtMs >= WORD_HOLD_MS) [loudest, loudestAtMs] = [share, nowMs];
    return { share, word: wordFor(loudest) };
  };
}

/** Limits on the level scale: 0 is -60 dB, 1 is full scale. */
const SILENT_BELOW = 0.05;
const QUIET_BELOW = 0.35;
const LOUD_FROM = 0.95;

function wordFor(share: number): string {
  if (share < SILENT_BELOW) return t('browserStream.levelSilent');
  if (share < QUIET_BELOW) return t('browserStream.levelQuiet');
  return share < LOUD_FROM ? t('browserStream.levelGood') : t('browserStream.levelTooLoud');
}

export type Sound = ReturnType<typeof createSound>;

const LEVEL_SAMPLES = 2048;
/** Long enough to avoid a click. */
const FADE_S = 0.01;

/** Starts with this microphone; others may follow. Throws a NotSupportedError if the browser cannot use it. */
export function createSound(microphone: MediaStreamTrack | null) {
  const context = contextFor(microphone);
  const output = context.createMediaStreamDestination();
  const voice = createInput(context, output);
  let screen: SoundInput | null = null;
  // Without a source there would be no samples, and a recorder would wait for them.
  const silence = context.createConstantSource();
  silence.offset.value = 0;
  silence.connect(output);
  silence.start();

  const off = new AbortController();

  /** Browsers start a page's sound only after a user gesture, and interrupt it for a call. */
  const wake = () => {
    if (context.state !== 'running' && !off.signal.aborted) void context.resume().catch(() => {});
  };
  context.addEventListener('statechange', wake, { signal: off.signal });
  document.addEventListener('visibilitychange', wake, { signal: off.signal });
  return {
    /** The recorded track; silent without a microphone. */
    track: output.stream.getAudioTracks()[0] ?? failWithoutTrack(),
    /** Switches to this microphone. Throws a NotSupportedError if it needs another audio context (Firefox). */
    setMicrophone: voice.use,
    setMuted: voice.setMuted,
    /** From 0 to 1. */
    level: voice.level,
    /** The sound of a shared screen, mixed with the microphone. Made when one is shared. */
    get screen(): SoundInput {
      return (screen ??= createInput(context, output));
    },
    wake,
    close: () => {
      off.abort();
      void context.close();
    },
  };
}

type SoundInput = ReturnType<typeof createInput>;

/** One of the mixed inputs, with a volume and a level of its own. */
function createInput(context: AudioContext, output: AudioNode) {
  const volume = context.createGain();
  const analyser = context.createAnalyser();
  analyser.fftSize = LEVEL_SAMPLES;
  volume.connect(output);
  volume.connect(analyser);
  const samples = new Float32Array(LEVEL_SAMPLES);
  let input: MediaStreamAudioSourceNode | null = null;
  return {
    use: (track: MediaStreamTrack | null): void => {
      const next = track && context.createMediaStreamSource(new MediaStream([track]));
      input?.disconnect();
      input = next;
      input?.connect(volume);
    },
    setMuted: (isMuted: boolean): void =>
      void volume.gain.setTargetAtTime(isMuted ? 0 : 1, context.currentTime, FADE_S),
    level: (): number => {
      analyser.getFloatTimeDomainData(samples);
      return levelOf(samples);
    },
  };
}

function failWithoutTrack(): never {
  throw new Error('Web Audio made no track');
}
