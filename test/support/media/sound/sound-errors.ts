import { readFile } from 'node:fs/promises';
import { fragmentTracks, samplesOf } from '../joined-media.ts';
import { bestLag, errorAround } from './sound-compare.ts';
import { elementsOf } from '../webm-elements.ts';

/** Errors of the played audio at seams and between them. */
export interface SoundErrors {
  /** By how many samples it is late. */
  readonly lag: number;
  readonly atSeams: readonly number[];
  readonly between: readonly number[];
}

const SAMPLES_PER_MS = 48;

/**
 * Compares the sound of a video, from its start on, with the recording that it was made of: a file of segments, without a
 * gap, and one of WebM. `segments` are those of the video, whose seams are where they meet.
 */
export async function soundErrors(
  recordedPath: string,
  playedPath: string,
  segments: readonly { readonly durationS: number }[],
): Promise<SoundErrors> {
  let endS = 0;
  const seamsS = segments.slice(0, -1).map(({ durationS }) => (endS += durationS));
  const [source, played] = [await samplesOf(recordedPath), await samplesOf(playedPath)];
  const firstPacket = elementsOf(await readFile(recordedPath)).find(({ kind }) => kind === 'audio');
  const [, sound] = fragmentTracks(await readFile(playedPath)).tracks;
  // Both contain the time of their first sample, on the same clock.
  const offset = (sound?.startTicks ?? 0) - (firstPacket?.timestampMs ?? 0) * SAMPLES_PER_MS;
  const errorAt = (timeS: number) => errorAround(source, played, offset, timeS * 1000 * SAMPLES_PER_MS);
  return {
    lag: bestLag(source, played, offset),
    atSeams: seamsS.map(errorAt),
    between: seamsS.flatMap((timeS) => [errorAt(timeS + 0.3), errorAt(timeS + 0.5)]),
  };
}
