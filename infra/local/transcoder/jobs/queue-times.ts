import { createHash } from 'node:crypto';

/** How long jobs wait in AWS's queues on a bad day: mostly 2 to 5 s, a few up to a minute. */
export interface QueueTimes {
  /** Decides which jobs are slow. The same seed gives the same ones. */
  readonly seed: number;
  /** The length of a simulated second, in ms. @default 1000 */
  readonly unitMs?: number;
}

const USUAL_S = [2, 5] as const;
const LONGEST_S = 60;
/** The share of jobs that wait longer than usual. */
const SLOW = 0.04;

/** How long the job of an input waits. Depends on the seed and the input's file name only. */
export function queueTimeMs({ seed, unitMs = 1000 }: QueueTimes, inputUrl: string): number {
  const name = inputUrl.slice(inputUrl.lastIndexOf('/') + 1);
  const hash = createHash('sha256').update(`${seed} ${name}`).digest();
  const [which, howLong] = [hash.readUInt32BE(0) / 2 ** 32, hash.readUInt32BE(4) / 2 ** 32];
  const [least, most] = USUAL_S;
  // Half of the slow jobs wait less than 18 s, so that a minute is rare.
  const slowS = most * (LONGEST_S / most) ** howLong;
  return unitMs * (which < SLOW ? slowS : least + howLong * (most - least));
}
