import { SoundClock, type SoundStep } from '../clock/sound-clock.ts';
import type { SoundEncoder } from '../encode/sound-encoder.ts';
import { SOUND_CHANNELS } from '#web/lib/sound/sound-channels.ts';

/** How long sound before the first frame is kept, because frames arrive later than sound. */
const KEPT_BEFORE_BEGIN_MS = 3000;

interface Placed {
  readonly position: number;
  readonly samples: Float32Array;
}

export class SoundTrack {
  readonly clock: SoundClock;
  readonly #sampleRate: number;
  readonly #encoder: SoundEncoder;
  /** From before the recording started. */
  #early: Placed[] = [];
  #zero: number | null = null;
  #isFinished = false;

  constructor(sampleRate: number, encoder: SoundEncoder) {
    this.clock = new SoundClock(sampleRate);
    this.#sampleRate = sampleRate;
    this.#encoder = encoder;
  }

  take(samples: Float32Array, atMs: number): void {
    if (this.#isFinished) return;
    const frames = samples.length / SOUND_CHANNELS;
    const step = this.clock.take(frames, atMs);
    if (step.isKept) this.#make(step, { position: this.clock.position - frames, samples });
  }

  /** Must be called many times a second. */
  idle(atMs: number): void {
    if (this.#isFinished) return;
    const step = this.clock.idle(atMs);
    if (step.silence > 0 || step.jump > 0) this.#make(step, null);
  }

  /** Starts the recording at this time of the clock; returns false if its sound is no longer available. */
  begin(ms: number): boolean {
    const zero = Math.floor((ms * this.#sampleRate) / 1000);
    const first = this.#early[0]?.position ?? this.clock.position;
    if (zero < first) return false;
    this.#zero = zero;
    this.clock.begin(zero);
    for (const each of this.#early) this.#encode(each);
    this.#early = [];
    return true;
  }

  /** Converts a time of the clock to the time since the recording started. */
  sinceBegin(ms: number): number {
    return ms - ((this.#zero ?? 0) * 1000) / this.#sampleRate;
  }

  async finish(endMs: number): Promise<void> {
    this.#isFinished = true;
    const missing = this.#samplesOf(endMs) + (this.#zero ?? 0) - this.clock.position;
    if (missing > 0) this.#encoder.encode(silence(missing));
    await this.#encoder.finish();
  }

  #make({ silence: silent, jump }: SoundStep, sound: Placed | null): void {
    const end = sound?.position ?? this.clock.position;
    if (silent > 0) this.#put({ position: end - jump - silent, samples: silence(silent) });
    if (jump > 0) this.#jump(jump);
    if (sound) this.#put(sound);
  }

  #jump(samples: number): void {
    if (this.#zero === null) this.#early = [];
    else this.#encoder.jump(samples);
  }

  #put(placed: Placed): void {
    if (this.#zero !== null) return this.#encode(placed);
    const oldest = placed.position - this.#samplesOf(KEPT_BEFORE_BEGIN_MS);
    this.#early = [...this.#early.filter(({ position }) => position > oldest), placed];
  }

  #encode({ position, samples }: Placed): void {
    const before = Math.max(0, (this.#zero ?? 0) - position) * SOUND_CHANNELS;
    if (before < samples.length) this.#encoder.encode(samples.subarray(before));
  }

  #samplesOf(ms: number): number {
    return Math.round((ms * this.#sampleRate) / 1000);
  }
}

const silence = (frames: number): Float32Array => new Float32Array(frames * SOUND_CHANNELS);
