/** Finds freezes: the time goes on, and the picture does not. No event tells of them, nor does hls.js. Pure. */
import { useEffect, useState } from 'react';

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

const LOOK_EVERY_MS = 250;

/** How often the picture stood still while the sound went on. What nobody can see does not count. */
export function useFreezes(video: HTMLVideoElement | null): number {
  const [freezes, setFreezes] = useState(0);
  useEffect(() => {
    if (!video) return;
    const isFreeze = createFreezeFinder();
    const timer = setInterval(() => {
      if (isFreeze(lookAt(video))) setFreezes((freezes) => freezes + 1);
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [video]);
  return freezes;
}

function lookAt(video: HTMLVideoElement): Look | null {
  if (document.hidden || video.paused || video.seeking) return null;
  const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality();
  return { timeS: video.currentTime, frames: totalVideoFrames - droppedVideoFrames };
}
