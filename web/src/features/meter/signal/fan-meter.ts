/** A meter for fans: is given sound, piece by piece, and tells each half second what it knows of it. */
import { type Calibration, type Loudness, LoudnessMeter } from './loudness/loudness.ts';
import { Decimator, FrameHistory } from './spectrum/frames.ts';
import { mean, median } from './spectrum/order-statistics.ts';
import { type Estimate, estimateSpeed } from './speed/speed.ts';

/** What a speed does over time, in words. */

/** A speed that was told, when. */
interface SpeedAt {
  readonly atS: number;
  /** Of blade passes in a second; null while it changed too much for a number. */
  readonly passHz: number | null;
}

type Behaviour = 'steady' | 'surging' | 'switching';

/** What is looked back on. */
const HISTORY_S = 45;
const LEAST_S = 8;
const LEAST_SPEEDS = 6;

/** Fans that run freely keep their speed within so much of it; what is more is heard as surging. */
const STEADY_SHARE = 0.01;
/** The speeds of a switch differ by more than what surging does. */
const SWITCH_SHARE = 0.05;

/** Null as long as too little is known. `nowS` is on the clock of `atS`. */
export function behaviourOf(speeds: readonly SpeedAt[], nowS: number): Behaviour | null {
  const recent = speeds.filter(({ atS }) => nowS - atS <= HISTORY_S);
  const first = recent[0];
  if (!first || recent.length < LEAST_SPEEDS || nowS - first.atS < LEAST_S) return null;
  const known = recent.flatMap(({ passHz }) => (passHz === null ? [] : [passHz]));
  if (hasSwitched(known)) return 'switching';
  if (known.length < recent.length / 2) return 'surging';
  const middle = median(known);
  const spread = mean(known.map((passHz) => Math.abs(passHz / middle - 1)));
  return spread <= STEADY_SHARE ? 'steady' : 'surging';
}

const LEAST_EACH = 3;

/** Two stretches, each of one speed, and a step between them. */
function hasSwitched(speeds: readonly number[]): boolean {
  return speeds.some((_, at) => {
    if (at < LEAST_EACH || speeds.length - at < LEAST_EACH) return false;
    const [before, after] = [speeds.slice(0, at), speeds.slice(at)];
    const step = Math.abs(median(after) / median(before) - 1);
    return step >= SWITCH_SHARE && isOneSpeed(before) && isOneSpeed(after);
  });
}

function isOneSpeed(speeds: readonly number[]): boolean {
  const middle = median(speeds);
  return speeds.every((speed) => Math.abs(speed / middle - 1) <= 2 * STEADY_SHARE);
}

export interface MeterReading {
  /** On the meter's own clock, which runs with the sound. */
  readonly atS: number;
  readonly estimate: Estimate;
  readonly behaviour: Behaviour | null;
  readonly loudness: Loudness | null;
}

/** Of which a loudness is measured: 0.2 s at 48 kHz. */
const LOUDNESS_SAMPLES = 8192;

const KEPT_SPEEDS = 120;

/** Silence is told twice a second, from its second second on. */
const SILENT_FROM_HALF_SECONDS = 2;

export class FanMeter {
  /** As somebody has counted them. */
  blades: number | null = null;
  calibration: Calibration | null = null;
  readonly #rateHz: number;
  readonly #decimator: Decimator;
  readonly #history: FrameHistory;
  readonly #loudness = new LoudnessMeter();
  readonly #piece = new Float32Array(LOUDNESS_SAMPLES);
  #filled = 0;
  #totalSamples = 0;
  #silentSamples = 0;
  #speeds: SpeedAt[] = [];

  /** @param rateHz of the sound: 8,000 or more */
  constructor(rateHz: number) {
    this.#rateHz = rateHz;
    this.#decimator = new Decimator(rateHz);
    this.#history = new FrameHistory(this.#decimator.rateHz);
  }

  /** Samples of one channel, a second of them at most; a reading where they complete a half second, else null. */
  take(samples: Float32Array): MeterReading | null {
    this.#totalSamples += samples.length;
    if (samples.every((sample) => sample === 0)) return this.#takeSilence(samples.length);
    this.#silentSamples = 0;
    this.#takeLoudness(samples);
    return this.#history.take(this.#decimator.take(samples)) > 0 ? this.reading() : null;
  }

  /** What is known now. */
  reading(): MeterReading {
    const atS = this.#totalSamples / this.#rateHz;
    const estimate = estimateSpeed(this.#history.frames(), this.blades);
    this.#keepSpeed(estimate, atS);
    return {
      atS,
      estimate,
      behaviour: behaviourOf(this.#speeds, atS),
      loudness: this.#loudness.loudness(this.calibration),
    };
  }

  /** What is paused or muted sounds as no room does: it is no part of what was heard. */
  #takeSilence(samples: number): MeterReading | null {
    const before = this.#silentHalfSeconds();
    this.#silentSamples += samples;
    const now = this.#silentHalfSeconds();
    if (now === before || now < SILENT_FROM_HALF_SECONDS) return null;
    const atS = this.#totalSamples / this.#rateHz;
    return { atS, estimate: { whyNot: 'silence' }, behaviour: null, loudness: null };
  }

  #silentHalfSeconds(): number {
    return Math.floor((2 * this.#silentSamples) / this.#rateHz);
  }

  #takeLoudness(samples: Float32Array): void {
    for (let from = 0; from < samples.length;) {
      const piece = samples.subarray(from, from + LOUDNESS_SAMPLES - this.#filled);
      this.#piece.set(piece, this.#filled);
      this.#filled += piece.length;
      from += piece.length;
      if (this.#filled < LOUDNESS_SAMPLES) return;
      this.#loudness.take(this.#piece, this.#rateHz);
      this.#filled = 0;
    }
  }

  #keepSpeed(estimate: Estimate, atS: number): void {
    if (!('speed' in estimate) && estimate.whyNot !== 'changing') return;
    const passHz = 'speed' in estimate ? estimate.speed.passHz : null;
    this.#speeds = [...this.#speeds.slice(1 - KEPT_SPEEDS), { atS, passHz }];
  }
}
