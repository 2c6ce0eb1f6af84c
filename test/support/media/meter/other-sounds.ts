import type { RandomSource } from './random.ts';
import { samplesOf, type SoundFormat } from './sound.ts';

/** Other sounds besides a fan. */

/** Hum of the mains and magnetised parts: mostly at twice the mains frequency, which varies slightly. */
export function hum(mainsHz: number, format: SoundFormat, random: RandomSource): Float32Array {
  const stray = 1 + 0.0012 * random.normal();
  const orders = [1, 2, 3, 4, 5, 6, 8, 10].map((order) => ({
    perSample: (2 * Math.PI * mainsHz * stray * order) / format.rateHz,
    phase: random.between(0, 2 * Math.PI),
    strength: (order === 2 ? 2 : 1 / order) * random.between(0.2, 1),
  }));
  return new Float32Array(samplesOf(format)).map((_, at) =>
    orders.reduce(
      (sum, { perSample, phase, strength }) => sum + strength * Math.sin(perSample * at + phase),
      0,
    ),
  );
}

const note = (number: number): number => 440 * 2 ** ((number - 69) / 12);

const CHORDS = [
  [0, 4, 7],
  [0, 3, 7],
  [0, 4, 7, 10],
  [0, 5, 7],
  [0, 3, 7, 10],
] as const;

/** A melody over chords, sustained chords, a drone below a melody, or one note. */
export type MusicKind = 'song' | 'pads' | 'drone' | 'one-note';

export function music(kind: MusicKind, format: SoundFormat, random: RandomSource): Float32Array {
  const sound = new Float32Array(samplesOf(format));
  const root = random.whole(36, 48);
  const add = (number: number, fromS: number, forS: number, strength: number) =>
    addNote(
      sound,
      { hertz: note(number), fromS, forS, strength, fallS: random.between(0.2, 3) },
      format,
      random,
    );
  const beatS = random.between(0.25, 0.7);
  const isChords = kind === 'song' || kind === 'pads';
  const isMelody = kind === 'song' || kind === 'drone';
  const chordS = kind === 'song' ? beatS * 4 : random.between(3, 6);
  if (kind === 'one-note') add(root + random.whole(0, 24), 0, format.seconds, 1);
  if (kind === 'drone') add(root - random.whole(0, 8), 0, format.seconds, random.between(0.5, 1.5));
  for (const fromS of isChords ? timesOf(chordS, format) : []) {
    const base = root + random.oneOf([0, 5, 7, 9, 2]);
    for (const step of random.oneOf(CHORDS)) add(base + 12 + step, fromS, chordS, 0.6);
    add(base, fromS, chordS, 0.8);
  }
  for (const fromS of isMelody ? timesOf(beatS, format) : []) {
    if (random.unit() < 0.8) add(root + 24 + random.oneOf([0, 2, 4, 5, 7, 9, 11, 12]), fromS, beatS, 0.7);
  }
  return sound;
}

const timesOf = (everyS: number, { seconds }: SoundFormat): number[] =>
  Array.from({ length: Math.ceil(seconds / everyS) }, (_, at) => at * everyS);

interface Note {
  readonly hertz: number;
  readonly fromS: number;
  readonly forS: number;
  readonly strength: number;
  /** A sustained note hardly fades. */
  readonly fallS: number;
}

function addNote(
  sound: Float32Array,
  { hertz, fromS, forS, strength, fallS }: Note,
  { rateHz }: SoundFormat,
  random: RandomSource,
) {
  const orders = Array.from({ length: random.whole(3, 8) }, (_, at) => at + 1).filter(
    (order) => order * hertz < rateHz / 2,
  );
  const slope = random.between(0.6, 1.6);
  const from = Math.round(fromS * rateHz);
  const count = Math.min(sound.length - from, Math.round(forS * rateHz));
  const fall = forS > 2.5 ? 20 : fallS;
  for (let at = 0; at < count; at += 1) {
    const timeS = at / rateHz;
    const swell = Math.min(1, timeS / 0.02, (count - at) / rateHz / 0.03) * Math.exp(-timeS / fall);
    for (const order of orders) {
      sound[from + at] =
        (sound[from + at] ?? 0) +
        (strength * swell * Math.sin(2 * Math.PI * order * hertz * timeS)) / order ** slope;
    }
  }
}

/** Like speech: voice pulses with changing pitch, through two moving resonances, in syllables, with pauses. */
export function speech(format: SoundFormat, random: RandomSource): Float32Array {
  const sound = new Float32Array(samplesOf(format));
  const voiceHz = random.between(85, 240);
  for (let fromS = random.between(0, 0.3); fromS < format.seconds;) {
    const forS = random.between(0.1, 0.35);
    addSyllable(sound, { fromS, forS, pitchHz: voiceHz * (1 + 0.15 * random.normal()) }, format, random);
    fromS += forS + (random.unit() < 0.15 ? random.between(0.3, 0.9) : random.between(0.01, 0.08));
  }
  return sound;
}

interface Syllable {
  readonly fromS: number;
  readonly forS: number;
  readonly pitchHz: number;
}

function addSyllable(
  sound: Float32Array,
  { fromS, forS, pitchHz }: Syllable,
  { rateHz }: SoundFormat,
  random: RandomSource,
) {
  const from = Math.round(fromS * rateHz);
  const count = Math.min(sound.length - from, Math.round(forS * rateHz));
  const glide = random.between(-0.2, 0.2);
  const resonances = [random.between(300, 800), random.between(900, 2200)].map((hertz) =>
    resonance(hertz, rateHz),
  );
  let phase = 0;
  for (let at = 0; at < count; at += 1) {
    phase += (pitchHz * (1 + (glide * at) / count)) / rateHz;
    const isPulse = phase >= 1;
    if (isPulse) phase -= 1;
    const voice = isPulse ? 1 : 0;
    const swell = Math.sin((Math.PI * at) / count);
    sound[from + at] = swell * resonances.reduce((sum, filter) => sum + filter(voice), 0);
  }
}

function resonance(hertz: number, rateHz: number): (sample: number) => number {
  const keep = Math.exp((-Math.PI * 90) / rateHz);
  const turn = 2 * keep * Math.cos((2 * Math.PI * hertz) / rateHz);
  let [last, before] = [0, 0];
  return (sample) => {
    const next = sample + turn * last - keep * keep * before;
    before = last;
    last = next;
    return next;
  };
}
