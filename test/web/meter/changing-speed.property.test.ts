/** @module-tag slow */
import { describe, expect, it } from 'vitest';
import { FanMeter } from '#web/features/meter/signal/fan-meter.ts';
import { isSoak, tries } from '#test/support/runner/effort.ts';
import { changingFan, CHANGES, type ChangingFan } from '#test/support/media/meter/changing-speed.ts';

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
