/** Measures the speed and the loudness of a fan from its sound, every half second. */
import { type Calibration, type Loudness, LoudnessMeter } from './loudness/loudness.ts';
import { Decimator, FrameHistory } from './spectrum/frames.ts';
import { mean, median } from './spectrum/order-statistics.ts';
import { SlidingWindow } from './spectrum/power-spectrum.ts';
import { type Estimate, estimateSpeed } from './speed/speed.ts';

interface SpeedAt {
  readonly atS: number;
  /** Blade passes per second; null while it changed too fast. */
  readonly passHz: number | null;
}

type Behaviour = 'steady' | 'surging' | 'switching';

const HISTORY_S = 45;
const MIN_S = 8;
const MIN_SPEEDS = 6;

/** A fan at constant speed stays within this share; more is audible as surging. */
const STEADY_SHARE = 0.01;
/** A switch changes the speed by at least this share, which is more than surging does. */
const SWITCH_SHARE = 0.05;

export function behaviourOf(speeds: readonly SpeedAt[], nowS: number): Behaviour | null {
  const recent = speeds.filter(({ atS }) => nowS - atS <= HISTORY_S);
  const first = recent[0];
  if (!first || recent.length < MIN_SPEEDS || nowS - first.atS < MIN_S) return null;
  const known = recent.flatMap(({ passHz }) => (passHz === null ? [] : [passHz]));
  if (hasSwitched(known)) return 'switching';
  if (known.length < recent.length / 2) return 'surging';
  const middle = median(known);
  const spread = mean(known.map((passHz) => Math.abs(passHz / middle - 1)));
  return spread <= STEADY_SHARE ? 'steady' : 'surging';
}

const MIN_SPEEDS_EACH = 3;

/** Whether the speeds consist of two constant parts with a step between them. */
function hasSwitched(speeds: readonly number[]): boolean {
  return speeds.some((_, at) => {
    if (at < MIN_SPEEDS_EACH || speeds.length - at < MIN_SPEEDS_EACH) return false;
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

/** Samples per loudness measurement: 0.2 s at 48 kHz. */
const LOUDNESS_SAMPLES = 8192;

const KEPT_SPEEDS = 120;

const SILENT_FROM_HALF_SECONDS = 2;

export class FanMeter {
  /** As counted by a person; null if unknown. */
  blades: number | null = null;
  calibration: Calibration | null = null;
  readonly #rateHz: number;
  readonly #decimator: Decimator;
  readonly #history: FrameHistory;
  readonly #loudness = new LoudnessMeter();
  readonly #window = new SlidingWindow(LOUDNESS_SAMPLES, LOUDNESS_SAMPLES);
  #totalSamples = 0;
  #silentSamples = 0;
  #speeds: SpeedAt[] = [];

  /** @param rateHz of the sound: 8,000 or more */
  constructor(rateHz: number) {
    this.#rateHz = rateHz;
    this.#decimator = new Decimator(rateHz);
    this.#history = new FrameHistory(this.#decimator.rateHz);
  }

  /** Takes at most a second of one channel's samples. Returns a reading if they complete a half second. */
  process(samples: Float32Array): MeterReading | null {
    this.#totalSamples += samples.length;
    if (samples.every((sample) => sample === 0)) return this.#takeSilence(samples.length);
    this.#silentSamples = 0;
    for (const piece of this.#window.process(samples)) this.#loudness.process(piece, this.#rateHz);
    return this.#history.process(this.#decimator.process(samples)) > 0 ? this.reading() : null;
  }

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

  /** Digital silence comes from a pause or from muting, so it is excluded from the measurement. */
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

  #keepSpeed(estimate: Estimate, atS: number): void {
    if (!('speed' in estimate) && estimate.whyNot !== 'changing') return;
    const passHz = 'speed' in estimate ? estimate.speed.passHz : null;
    this.#speeds = [...this.#speeds.slice(1 - KEPT_SPEEDS), { atS, passHz }];
  }
}
