import { estimateSpeed } from '#web/features/meter/signal/speed/speed.ts';
import { type BackgroundSound, framesOf, type MeterCase, soundOf } from './meter-cases.ts';
import { chance } from './random.ts';

/** A condition under which fans are measured; without a fan every number is wrong. */
export interface Condition {
  readonly name: string;
  readonly snrDb: number;
  readonly beside: BackgroundSound | null;
  readonly hasFan: boolean;
}

const fan = (name: string, snrDb: number, beside: BackgroundSound | null = null): Condition => ({
  name,
  snrDb,
  beside,
  hasFan: true,
});

const noFan = (name: string, beside: BackgroundSound | null): Condition => ({
  name,
  snrDb: 0,
  beside,
  hasFan: false,
});

/** Levels are of the whole sound relative to the blades' tones only. */
export const CONDITIONS: readonly Condition[] = [
  fan('tones 20 dB above the air', 20),
  fan('tones 10 dB above the air', 10),
  fan('tones as loud as the air', 0),
  fan('tones 10 dB below the air', -10),
  fan('tones 20 dB below the air', -20),
  fan('hum of 50 Hz, as loud', 5, { kind: 'hum-50', levelDb: 0 }),
  fan('hum of 60 Hz, as loud', 5, { kind: 'hum-60', levelDb: 0 }),
  fan('hum of 50 Hz, 20 dB louder', 10, { kind: 'hum-50', levelDb: 20 }),
  fan('hum of 60 Hz, 20 dB louder', 10, { kind: 'hum-60', levelDb: 20 }),
  fan('talk, 10 dB quieter', 5, { kind: 'speech', levelDb: -10 }),
  fan('talk, 5 dB louder', 5, { kind: 'speech', levelDb: 5 }),
  fan('a song, 15 dB quieter', 5, { kind: 'song', levelDb: -15 }),
  fan('a song, as loud', 5, { kind: 'song', levelDb: 0 }),
  fan('a song, 15 dB louder', 5, { kind: 'song', levelDb: 15 }),
  fan('chords that are held, 10 dB quieter', 5, { kind: 'pads', levelDb: -10 }),
  fan('chords that are held, 5 dB louder', 5, { kind: 'pads', levelDb: 5 }),
  fan('a drone below a melody, 5 dB louder', 5, { kind: 'drone', levelDb: 5 }),
  fan('one note, 10 dB quieter', 5, { kind: 'one-note', levelDb: -10 }),
  noFan('air alone', null),
  noFan('air and a hum of 50 Hz', { kind: 'hum-50', levelDb: 10 }),
  noFan('air and a hum of 60 Hz', { kind: 'hum-60', levelDb: 10 }),
  noFan('a song alone', { kind: 'song', levelDb: 10 }),
  noFan('chords alone', { kind: 'pads', levelDb: 15 }),
  noFan('a drone below a melody, alone', { kind: 'drone', levelDb: 15 }),
  noFan('one note alone', { kind: 'one-note', levelDb: 15 }),
  noFan('one note alone, as loud as the air', { kind: 'one-note', levelDb: 0 }),
  noFan('one note alone, 10 dB below the air', { kind: 'one-note', levelDb: -10 }),
  noFan('talk alone', { kind: 'speech', levelDb: 15 }),
];

export interface Score {
  readonly cases: number;
  /** Speeds measured with the given number of blades. */
  readonly measured: number;
  /** Blade-pass frequencies measured without it, and how often the number of blades was also found. */
  readonly measuredWithoutBlades: number;
  readonly bladesFound: number;
  /** Relative errors of the measurements, ascending. */
  readonly errors: readonly number[];
  /** Measurements that are more than 1 % off, or made without a fan, described for developers. */
  readonly wrong: readonly string[];
}

/** From 200 to 3,000 rpm, distributed logarithmically; a quarter of them so that hum is near or on their tones. */
function anyFan(seed: number): { readonly blades: number; readonly rpm: number } {
  const random = chance(seed * 7 + 3);
  const blades = random.whole(3, 7);
  const rpm = 200 * 15 ** random.unit();
  if (random.unit() >= 0.25) return { blades, rpm };
  const nearHum =
    ((random.oneOf([50, 60, 100, 120]) / random.whole(1, 4)) * 60 * random.between(0.97, 1.03)) / blades;
  return { blades, rpm: Math.min(3000, Math.max(200, nearHum)) };
}

const WRONG_FROM = 0.01;

export function scoreOf({ snrDb, beside, hasFan }: Condition, cases: number, firstSeed: number): Score {
  const score = {
    cases,
    measured: 0,
    measuredWithoutBlades: 0,
    bladesFound: 0,
    errors: [] as number[],
    wrong: [] as string[],
  };
  for (let at = 0; at < cases; at += 1) {
    const seed = firstSeed + at;
    const turning = anyFan(seed);
    const one: MeterCase = { seed, fan: hasFan ? turning : null, snrDb, beside };
    const frames = framesOf(soundOf(one));
    const note = (measured: number | null, truth: number, what: string): number => {
      if (measured === null) return 0;
      const error = hasFan ? Math.abs(measured / truth - 1) : Infinity;
      score.errors.push(error);
      if (error > WRONG_FROM) score.wrong.push(`${what} ${measured} of ${truth} in ${JSON.stringify(one)}`);
      return 1;
    };
    const given = estimateSpeed(frames, turning.blades);
    const blind = estimateSpeed(frames, null);
    const passHz = (turning.rpm * turning.blades) / 60;
    score.measured += note('speed' in given ? given.speed.rpm : null, turning.rpm, 'rpm');
    score.measuredWithoutBlades += note('speed' in blind ? blind.speed.passHz : null, passHz, 'passes');
    score.bladesFound += note('speed' in blind ? blind.speed.rpm : null, turning.rpm, 'rpm without blades');
  }
  score.errors.sort((a, b) => a - b);
  return score;
}
