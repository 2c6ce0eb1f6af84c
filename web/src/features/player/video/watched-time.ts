/** How long somebody has really watched. */

/** A step of the clock that is longer is a jump: somebody sought, or the laptop slept. */
const LONGEST_STEP_S = 1.5;

/** Adds up the seconds that were played; takes the place in the video at each of its `timeupdate` events. */
export function createWatchedTime(): (placeS: number, rate: number) => number {
  let watchedS = 0;
  let lastS: number | null = null;
  return (placeS, rate) => {
    const stepS = lastS === null ? 0 : placeS - lastS;
    lastS = placeS;
    if (stepS > 0 && stepS <= LONGEST_STEP_S * rate) watchedS += stepS;
    return watchedS;
  };
}
