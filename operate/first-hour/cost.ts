import { dollarsOf } from '#functions/costs/prices.ts';

/** About how long each probe streams. */
const STREAMED_HOURS = 2 / 60;
const STREAMS = 2;
/** MediaConvert bills ten seconds of a job at the least, of the picture and of its smaller ones. */
const MINUTES_A_JOB = 3 * (10 / 60);

/** What a run costs at AWS, about, in dollars: streams through IVS, windows' jobs, a replay. Rounded up. */
export function costOf(windows: number): number {
  const dollars = dollarsOf({
    liveInputHour: STREAMS * STREAMED_HOURS,
    liveOutputHour: STREAMS * STREAMED_HOURS,
    transcodedHdMinute: windows * MINUTES_A_JOB,
  });
  return Math.ceil(dollars * 10) / 10;
}
