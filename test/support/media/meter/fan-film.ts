/** Creates files for the meter to measure. */
import { writeFile } from 'node:fs/promises';
import { cachedFile } from '../cached-files.ts';
import { ffmpeg, H264 } from '../transcoder-media.ts';
import { type MeterCase, soundOf } from './meter-cases.ts';

const RATE_HZ = 48_000;

/** Concatenates the sounds, `seconds` each. Returns the file's path. */
export const fanWav = (sounds: readonly MeterCase[], seconds: number): Promise<string> =>
  cachedFile(['fan sounds in stereo', JSON.stringify(sounds), String(seconds)], '.wav', async (path) => {
    const samples = sounds.flatMap((sound) => [...soundOf(sound, { rateHz: RATE_HZ, seconds })]);
    await writeFile(path, wavOf(Float32Array.from(samples), RATE_HZ));
  });

/** The same with a grey picture. */
export async function fanFilm(sounds: readonly MeterCase[], seconds: number): Promise<string> {
  const wav = await fanWav(sounds, seconds);
  const picture = ['-f', 'lavfi', '-i', 'color=c=0x405060:size=320x180:rate=10'];
  return cachedFile(['fan film', wav], '.mp4', (path) =>
    ffmpeg(...picture, '-i', wav, ...H264, '-shortest', path),
  );
}

/** Encodes samples from -1 to 1 as a 16-bit WAV file (RIFF, `WAVE_FORMAT_PCM`) with two equal channels. */
function wavOf(sound: Float32Array, rateHz: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + 4 * sound.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(rateHz, 24);
  header.writeUInt32LE(4 * rateHz, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(4 * sound.length, 40);
  const samples = new Int16Array(2 * sound.length);
  sound.forEach((sample, at) => samples.fill(Math.max(-1, Math.min(1, sample)) * 32_767, 2 * at, 2 * at + 2));
  return Buffer.concat([header, Buffer.from(samples.buffer)]);
}
