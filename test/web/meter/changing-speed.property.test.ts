/** @module-tag slow */
import { describe, expect, it } from 'vitest';
import { FanMeter } from '#web/features/meter/signal/fan-meter.ts';
import { isSoak, tries } from '#test/support/runner/effort.ts';
import { anyRotor, inRoom, rotorSound, turbulence } from '#test/support/media/meter/fan-sound.ts';
import { chance, type RandomSource } from '#test/support/media/meter/random.ts';
import { fromDb, scaledTo, type SoundFormat, sumOf } from '#test/support/media/meter/sound.ts';

const CHANGES = ['switched', 'turned slowly', 'surging'] as const;

interface ChangingFan {
  readonly blades: number;
  readonly sound: Float32Array;
  /** Returns revolutions per minute at a second of the sound. */
  readonly rpmAt: (timeS: number) => number;
}

/** Returns a fan whose speed changes after a while, or rises and falls. */
function changingFan(change: (typeof CHANGES)[number], seed: number, format: SoundFormat): ChangingFan {
  const random = chance(seed);
  const [blades, rpm] = [random.whole(3, 7), 200 * 15 ** random.unit()];
  const times = change === 'surging' ? surge(random) : step(change, random, format);
  const rotor = anyRotor(blades, rpm, random);
  const turning = played(
    rotorSound(rotor, { ...format, seconds: 2.2 * format.seconds }, random),
    times,
    format,
  );
  const sound = sumOf([
    scaledTo(inRoom(turning, format, random), 1),
    scaledTo(turbulence(format, random), fromDb(-random.between(0, 15))),
  ]);
  return { blades, sound: sound.map((sample) => sample * 0.05), rpmAt: (timeS) => rpm * times(timeS) };
}

type Times = (timeS: number) => number;

function surge(random: RandomSource): Times {
  const [periodS, depth] = [random.between(2, 20), random.between(0.005, 0.06)];
  return (timeS) => 1 + depth * Math.sin((2 * Math.PI * timeS) / periodS);
}

function step(change: string, random: RandomSource, { seconds }: SoundFormat): Times {
  const to = random.oneOf([random.between(0.5, 0.95), random.between(1.05, 2), random.between(0.97, 1.03)]);
  const atS = seconds * random.between(0.35, 0.5);
  const forS = change === 'switched' ? random.between(0.2, 4) : random.between(8, 20);
  return (timeS) => 1 + (to - 1) * Math.min(1, Math.max(0, (timeS - atS) / forS));
}

/** Resamples the sound by a factor that changes over time. */
function played(sound: Float32Array, times: Times, { rateHz, seconds }: SoundFormat): Float32Array {
  let place = 0;
  return new Float32Array(rateHz * seconds).map((_, at) => {
    place += times(at / rateHz);
    const before = Math.floor(place);
    const share = place - before;
    return (sound[before] ?? 0) * (1 - share) + (sound[before + 1] ?? 0) * share;
  });
}

const FORMAT = { rateHz: 8000, seconds: 45 };
const FIRST_SEED = isSoak ? 3_000_000 : 3;
/** The window that a meter measures, and the sound that it has received and not measured yet. */
const WINDOW_S = 12.5;

/** Counts measurements, and lists those that are more than 1 % off every speed the fan had in the window. */
function wrongOf({ blades, sound, rpmAt }: ChangingFan): {
  readonly reported: number;
  readonly wrong: string[];
} {
  const meter = new FanMeter(FORMAT.rateHz);
  meter.blades = blades;
  const [wrong, piece]: [string[], number] = [[], 400];
  let reported = 0;
  for (let from = 0; from < sound.length; from += piece) {
    const reading = meter.process(sound.subarray(from, from + piece));
    if (!reading || !('speed' in reading.estimate)) continue;
    reported += 1;
    const times = Array.from({ length: 126 }, (_, tenth) => Math.max(0, reading.atS - WINDOW_S + tenth / 10));
    const speeds = times.map(rpmAt);
    const { rpm } = reading.estimate.speed;
    if (rpm === null || rpm < 0.99 * Math.min(...speeds) || rpm > 1.01 * Math.max(...speeds))
      wrong.push(`${rpm} at ${reading.atS} s`);
  }
  return { reported, wrong };
}

describe('a fan whose speed changes', () => {
  it.each(CHANGES)('%s, is never measured at a speed that it did not have', (change) => {
    let all = 0;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + tries(1); seed += 1) {
      const { reported, wrong } = wrongOf(changingFan(change, seed, FORMAT));
      expect({ seed, wrong }).toEqual({ seed, wrong: [] });
      all += reported;
    }
    // It reports a speed before and after a switch.
    expect(all).toBeGreaterThanOrEqual(change === 'switched' ? 1 : 0);
  });
});
