import { Decimator, FrameHistory, type Frames } from '#web/features/meter/signal/spectrum/frames.ts';
import { anyRotor, inRoom, rotorSound, turbulence } from './fan-sound.ts';
import { hum, music, type MusicKind, speech } from './other-sounds.ts';
import { chance, type RandomSource } from './random.ts';
import { fromDb, scaledTo, type SoundFormat, sumOf } from './sound.ts';

/** A sound in addition to the fan, and how many dB louder or quieter it is. */
export interface BackgroundSound {
  readonly kind: 'hum-50' | 'hum-60' | 'speech' | MusicKind;
  readonly levelDb: number;
}

/** A sound with or without a fan in it. */
export interface MeterCase {
  readonly seed: number;
  /** Null if there is no fan. */
  readonly fan: { readonly blades: number; readonly rpm: number } | null;
  /** Level of the blades' tones relative to the air noise, both over all frequencies. */
  readonly snrDb: number;
  readonly beside: BackgroundSound | null;
}

const FORMAT: SoundFormat = { rateHz: 8000, seconds: 14 };

export function soundOf({ seed, fan, snrDb, beside }: MeterCase, format = FORMAT): Float32Array {
  const random = chance(seed);
  const blades = fan ? [rotorSound(anyRotor(fan.blades, fan.rpm, random), format, random)] : [];
  const parts = [
    ...blades.map((sound) => scaledTo(inRoom(sound, format, random), 1)),
    scaledTo(turbulence(format, random), fromDb(-snrDb)),
    ...(beside ? [scaledTo(besideSound(beside.kind, format, random), fromDb(beside.levelDb))] : []),
  ];
  return sumOf(parts).map((sample) => sample * 0.05);
}

function besideSound(kind: BackgroundSound['kind'], format: SoundFormat, random: RandomSource): Float32Array {
  if (kind === 'hum-50') return hum(50, format, random);
  if (kind === 'hum-60') return hum(60, format, random);
  return kind === 'speech' ? speech(format, random) : music(kind, format, random);
}

export function framesOf(sound: Float32Array, rateHz = FORMAT.rateHz): Frames {
  const decimator = new Decimator(rateHz);
  const history = new FrameHistory(decimator.rateHz);
  history.process(decimator.process(sound));
  return history.frames();
}
