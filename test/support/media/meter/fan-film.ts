/** Creates files for the meter to measure. */
import { writeFile } from 'node:fs/promises';
import { madeOnce } from '../made-once.ts';
import { ffmpeg, H264 } from '../transcoder-media.ts';
import { type MeterCase, soundOf } from './meter-cases.ts';
import { wavOf } from './wav.ts';

const RATE_HZ = 48_000;

/** Concatenates the sounds, `seconds` each. Returns the file's path. */
export const fanWav = (sounds: readonly MeterCase[], seconds: number): Promise<string> =>
  madeOnce(['fan sounds in stereo', JSON.stringify(sounds), String(seconds)], '.wav', async (path) => {
    const samples = sounds.flatMap((sound) => [...soundOf(sound, { rateHz: RATE_HZ, seconds })]);
    await writeFile(path, wavOf(Float32Array.from(samples), RATE_HZ));
  });

/** The same with a grey picture. */
export async function fanFilm(sounds: readonly MeterCase[], seconds: number): Promise<string> {
  const wav = await fanWav(sounds, seconds);
  const picture = ['-f', 'lavfi', '-i', 'color=c=0x405060:size=320x180:rate=10'];
  return madeOnce(['fan film', wav], '.mp4', (path) =>
    ffmpeg(...picture, '-i', wav, ...H264, '-shortest', path),
  );
}
