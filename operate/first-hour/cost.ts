import { dollarsOf } from '#functions/costs/prices.ts';

/** Approximate streaming time of each probe. */
const STREAMED_HOURS = 2 / 60;
const STREAMS = 2;
/** MediaConvert bills at least ten seconds per job, for each of its renditions. */
const MINUTES_A_JOB = 3 * (10 / 60);

/** Returns the approximate cost of a run at AWS in dollars: IVS streams, window jobs, a replay. Rounded up. */
export function costOf(windows: number): number {
  const dollars = dollarsOf({
    liveInputHour: STREAMS * STREAMED_HOURS,
    liveOutputHour: STREAMS * STREAMED_HOURS,
    transcodedHdMinute: windows * MINUTES_A_JOB,
  });
  return Math.ceil(dollars * 10) / 10;
}
