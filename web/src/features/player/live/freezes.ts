/** Finds freezes: the time goes on, and the picture does not. No event tells of them, nor does hls.js. Pure. */

export interface Look {
  /** The video's time. */
  readonly timeS: number;
  /** Frames shown so far. */
  readonly frames: number;
}

/** A picture that stands for so long while its time goes on is frozen. */
const FROZEN_S = 0.75;
/** A step of the time that is longer is a jump. */
const LONGEST_STEP_S = 1;

/** Takes looks at a video that plays, a few a second; answers true once for each freeze. `null`: it need not move now. */
export function createFreezeFinder(): (look: Look | null) => boolean {
  let last: Look | null = null;
  /** The time at which the picture last changed. */
  let changedS = 0;
  let isFrozen = false;
  return (look) => {
    const stepS = look && last ? look.timeS - last.timeS : Number.NaN;
    const isOn = look !== null && look.frames === last?.frames && stepS >= 0 && stepS < LONGEST_STEP_S;
    last = look;
    if (!look || !isOn) {
      changedS = look?.timeS ?? 0;
      isFrozen = false;
      return false;
    }
    // Without a single frame it is sound alone.
    const isNew = !isFrozen && look.frames > 0 && look.timeS - changedS >= FROZEN_S;
    isFrozen ||= isNew;
    return isNew;
  };
}
