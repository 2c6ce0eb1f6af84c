import { createHash } from 'node:crypto';

/** How long jobs wait in AWS's queues on a bad day: from 2 to 5 s as a rule, and a few up to a minute. */
export interface QueueTimes {
  /** Decides which jobs are the slow ones: the same for the same. */
  readonly seed: number;
  /** What stands for a second, in ms. @default 1000 */
  readonly unitMs?: number;
}

const USUAL_S = [2, 5] as const;
const LONGEST_S = 60;
/** The part of jobs that take longer than usual. */
const SLOW = 0.04;

/** How long the job of an input waits, by nothing but the seed and the input's name without its folders. */
export function queueTimeMs({ seed, unitMs = 1000 }: QueueTimes, inputUrl: string): number {
  const name = inputUrl.slice(inputUrl.lastIndexOf('/') + 1);
  const hash = createHash('sha256').update(`${seed} ${name}`).digest();
  const [which, howLong] = [hash.readUInt32BE(0) / 2 ** 32, hash.readUInt32BE(4) / 2 ** 32];
  const [least, most] = USUAL_S;
  // A minute is as seldom as it should be: of slow ones half take less than 18 s.
  const slowS = most * (LONGEST_S / most) ** howLong;
  return unitMs * (which < SLOW ? slowS : least + howLong * (most - least));
}
