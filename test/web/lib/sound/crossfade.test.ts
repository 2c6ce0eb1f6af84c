import { describe, expect, it } from 'vitest';
import {
  crossfadeCurves,
  crossfadeFromS,
  loopTimes,
  seamBetween,
  untilPrerollS,
} from '#web/lib/sound/crossfade.ts';
import { steadinessOf } from '#test/support/media/sound/steadiness.ts';

const RATE = 48_000;
const APPEARANCE = 32_768;
const CROSSFADE_S = 3;
const AROUND_S = 2;

/** Noise that is the same for the same seed, as of moving air: mostly low. */
function air(seconds: number, seed: number, loud: number): Float32Array {
  let [state, low] = [seed, 0];
  return Float32Array.from({ length: seconds * RATE }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    low += 0.2 * (state / 2 ** 31 - 1 - low);
    return loud * low;
  });
}

/** A fan: its blades' tone with two overtones, under what it moves. */
function fan({ hz = 83, phase = 0, hum = 0.2, seed = 1, loud = 1 }): Float32Array {
  const noise = air(2 * AROUND_S + CROSSFADE_S, seed, 1);
  return noise.map((sample, at) => {
    const angle = (2 * Math.PI * hz * at) / RATE + phase;
    const tone = Math.sin(angle) + 0.5 * Math.sin(2 * angle) + 0.25 * Math.sin(3 * angle);
    return loud * (sample + hum * tone);
  });
}

/** One passes into the other after `AROUND_S`, as Web Audio does it. */
function passed(outgoing: Float32Array, incoming: Float32Array) {
  const seam = seamBetween(outgoing.subarray(0, APPEARANCE), incoming.subarray(0, APPEARANCE), RATE);
  const curves = crossfadeCurves(seam, 1);
  const points = curves.outgoing.length - 1;
  const lag = Math.round(seam.lagS * RATE);
  const gainAt = (curve: Float32Array, at: number) => {
    const place = Math.min(points, Math.max(0, ((at / RATE - AROUND_S) / CROSSFADE_S) * points));
    const [before, after] = [Math.floor(place), Math.ceil(place)];
    return curve[before]! + (curve[after]! - curve[before]!) * (place - before);
  };
  const sound = outgoing.map(
    (sample, at) =>
      sample * gainAt(curves.outgoing, at) + (incoming[at - lag] ?? 0) * gainAt(curves.incoming, at),
  );
  return { seam, ...steadinessOf(sound, RATE) };
}

const TURNS = [0, 0.25, 0.5, 0.75];

describe('a crossfade', () => {
  it.each(TURNS)('of a humming fan is inaudible, %d of a turn apart', (turn) => {
    const { silentMs, stepDb } = passed(fan({}), fan({ phase: turn * 2 * Math.PI, seed: 7 }));
    expect(silentMs).toBe(0);
    expect(stepDb).toBeLessThan(1);
  });

  it.each(TURNS)('of a hum with little air is inaudible, %d of a turn apart', (turn) => {
    const { seam, stepDb } = passed(fan({ hum: 2 }), fan({ hum: 2, phase: turn * 2 * Math.PI, seed: 7 }));
    expect(seam.likeness).toBeGreaterThan(0.9);
    expect(stepDb).toBeLessThan(1);
  });

  it('treats air noise as uncorrelated', () => {
    const { seam, stepDb } = passed(fan({ hum: 0 }), fan({ hum: 0, seed: 7 }));
    expect(seam).toEqual({ level: 1, lagS: 0, likeness: 0 });
    expect(stepDb).toBeLessThan(1);
  });

  it('keeps the volume when the beginning is quieter than the end', () => {
    const { seam, stepDb } = passed(fan({ loud: 0.8 }), fan({ loud: 0.4, seed: 7 }));
    expect(seam.level).toBeCloseTo(2, 1);
    expect(stepDb).toBeLessThan(1);
  });

  it('amplifies no silence', () => {
    const [silence, sound] = [new Float32Array(APPEARANCE), fan({}).subarray(0, APPEARANCE)];
    for (const [outgoing, incoming] of [
      [silence, sound],
      [sound, silence],
      [silence, silence],
    ] as const)
      expect(seamBetween(outgoing, incoming, RATE)).toEqual({ level: 1, lagS: 0, likeness: 0 });
  });

  it('is better than a cut or equal gains, as measured', { tags: ['slow'] }, () => {
    const [one, other] = [fan({ hum: 2 }), fan({ hum: 2, phase: Math.PI, seed: 7 })];
    const half = one.map((sample, at) => {
      const share = Math.min(1, Math.max(0, (at / RATE - AROUND_S) / CROSSFADE_S));
      return sample * (1 - share) + other[at]! * share;
    });
    expect(steadinessOf(half, RATE).stepDb).toBeGreaterThan(1);
    const gap = fan({}).fill(0, RATE, RATE + 480);
    expect(steadinessOf(gap, RATE).silentMs).toBeGreaterThan(5);
  });
});

describe('the loop’s times', () => {
  it.each([1, 5, 30, 90, 4 * 3600])('leave most of %i s audible, in order', (durationS) => {
    const { crossfadeS, prerollS, marginS } = loopTimes(durationS);
    expect(crossfadeS + prerollS + marginS).toBeLessThan(durationS / 2);
    expect(untilPrerollS(durationS - marginS - crossfadeS - prerollS, durationS)).toBeCloseTo(0);
    expect(crossfadeFromS(durationS - marginS - crossfadeS, durationS)).toBeCloseTo(crossfadeS);
  });

  it('shorten a late fade without a click', () => {
    expect(crossfadeFromS(59, 60)).toBeCloseTo(0.75);
    expect(crossfadeFromS(60, 60)).toBe(0.03);
  });
});
