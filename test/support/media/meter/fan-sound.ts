import type { RandomSource } from './random.ts';
import { samplesOf, type SoundFormat } from './sound.ts';

/** The sound of a rotor: blades that pass one after another. Independent of the meter's method. */
export interface Rotor {
  readonly blades: number;
  readonly rpm: number;
  /** Differences between the blades: standard deviation of their strengths, and of their positions in blade pitches. */
  readonly unequalStrengths: number;
  readonly unequalPlaces: number;
  /** Standard deviation of the speed over time, as a share of it. */
  readonly wander: number;
  /** Standard deviation of a blade's passing time, in blade pitches. */
  readonly jitter: number;
  /** Approximate duration of a blade's pulse, as a share of the pitch. */
  readonly pulseShare: number;
  /** The pulse has a positive and a negative half, instead of a positive one only. */
  readonly isBipolar: boolean;
}

/** How fast a deviating speed returns, in seconds. */
const WANDER_S = 3;

/** Returns a random rotor with these blades and speed. */
export const anyRotor = (blades: number, rpm: number, random: RandomSource): Rotor => ({
  blades,
  rpm,
  unequalStrengths: random.between(0, 0.2),
  unequalPlaces: random.between(0, 0.03),
  wander: random.between(0.0003, 0.0025),
  jitter: random.between(0, 0.02),
  pulseShare: random.between(0.08, 0.35),
  isBipolar: random.unit() < 0.4,
});

/** Returns the passing of blades as pulses over time. */
export function rotorSound(rotor: Rotor, format: SoundFormat, random: RandomSource): Float32Array {
  const { blades, pulseShare } = rotor;
  const sound = new Float32Array(samplesOf(format));
  const strengths = Array.from({ length: blades }, () => 1 + rotor.unequalStrengths * random.normal());
  const places = Array.from({ length: blades }, () => rotor.unequalPlaces * random.normal());
  const passings = speedOf(rotor, format, random);
  let phase = random.between(0, blades);
  let nearest = -1;
  let late = [0, 0, 0];
  for (let at = 0; at < sound.length; at += 1) {
    phase += passings(at);
    const blade = Math.floor(phase);
    if (blade !== nearest) {
      nearest = blade;
      late = [late[1] ?? 0, late[2] ?? 0, rotor.jitter * random.normal()];
    }
    let sum = 0;
    for (let neighbour = -1; neighbour <= 1; neighbour += 1) {
      const index = (((blade + neighbour) % blades) + blades) % blades;
      const place = blade + neighbour + 0.5 + (places[index] ?? 0) + (late[neighbour + 1] ?? 0);
      const distance = (phase - place) / pulseShare;
      sum += (strengths[index] ?? 0) * pulse(distance, rotor.isBipolar);
    }
    sound[at] = sum;
  }
  return sound;
}

const pulse = (distance: number, isBipolar: boolean): number =>
  Math.exp(-2 * distance * distance) * (isBipolar ? 4 * distance : 1);

/** Returns blade passes per sample: the speed varies as an Ornstein-Uhlenbeck process. */
function speedOf({ blades, rpm, wander }: Rotor, { rateHz }: SoundFormat, random: RandomSource) {
  const steps = Math.round(rateHz / 50);
  const pull = steps / rateHz / WANDER_S;
  let offset = wander * random.normal();
  return (at: number): number => {
    if (at % steps === 0) offset += -pull * offset + wander * Math.sqrt(2 * pull) * random.normal();
    return ((blades * rpm) / 60) * ((1 + offset) / rateHz);
  };
}

/** Turbulence: noise that decreases above some hundred hertz, and swells slightly with each blade. */
export function turbulence(format: SoundFormat, random: RandomSource): Float32Array {
  const cornerHz = random.between(150, 1500);
  const keep = Math.exp((-2 * Math.PI * cornerHz) / format.rateHz);
  const sharp = random.between(0.05, 0.4);
  let low = 0;
  return new Float32Array(samplesOf(format)).map(() => {
    const white = random.normal();
    low = keep * low + (1 - keep) * white;
    return low + sharp * (1 - keep) * white;
  });
}

/** The effects of a room and a microphone: two echoes, and attenuated low frequencies. */
export function inRoom(sound: Float32Array, { rateHz }: SoundFormat, random: RandomSource): Float32Array {
  const echoes = [0, 1].map(() => ({
    delay: Math.round(random.between(0.002, 0.015) * rateHz),
    gain: random.between(-0.4, 0.4),
  }));
  const keep = Math.exp((-2 * Math.PI * random.between(5, 60)) / rateHz);
  let before = 0;
  let high = 0;
  return sound.map((sample, at) => {
    const audible = echoes.reduce((sum, { delay, gain }) => sum + gain * (sound[at - delay] ?? 0), sample);
    high = keep * (high + audible - before);
    before = audible;
    return high;
  });
}
