/** Generated sounds: one channel, whose parts are scaled by their power. */
export interface SoundFormat {
  readonly rateHz: number;
  readonly seconds: number;
}

export const samplesOf = ({ rateHz, seconds }: SoundFormat): number => Math.round(rateHz * seconds);

export const powerOf = (sound: Float32Array): number =>
  sound.reduce((sum, sample) => sum + sample * sample, 0) / sound.length;

/** Returns the sound with a mean of 0 and the power `power`; silence is unchanged. */
export function scaledTo(sound: Float32Array, power: number): Float32Array {
  const mean = sound.reduce((sum, sample) => sum + sample, 0) / sound.length;
  const centred = sound.map((sample) => sample - mean);
  const scale = Math.sqrt(power / (powerOf(centred) || 1));
  return centred.map((sample) => sample * scale);
}

export const sumOf = (parts: readonly Float32Array[]): Float32Array =>
  (parts[0] ?? new Float32Array()).map((_, at) => parts.reduce((sum, part) => sum + (part[at] ?? 0), 0));

export const fromDb = (levelDb: number): number => 10 ** (levelDb / 10);
