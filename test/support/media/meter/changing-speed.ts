import { anyRotor, inRoom, rotorSound, turbulence } from './fan-sound.ts';
import { chance, type RandomSource } from './random.ts';
import { fromDb, scaledTo, type SoundFormat, sumOf } from './sound.ts';

export const CHANGES = ['switched', 'turned slowly', 'surging'] as const;

export interface ChangingFan {
  readonly blades: number;
  readonly sound: Float32Array;
  /** Returns revolutions per minute at a second of the sound. */
  readonly rpmAt: (timeS: number) => number;
}

/** Returns a fan whose speed changes after a while, or rises and falls. */
export function changingFan(
  change: (typeof CHANGES)[number],
  seed: number,
  format: SoundFormat,
): ChangingFan {
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
