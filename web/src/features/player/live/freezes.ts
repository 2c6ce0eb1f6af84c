/** Finds freezes: the time goes on, and the picture does not. No event tells of them, nor does hls.js. Pure. */
import { useEffect, useState } from 'react';

export interface FrameSample {
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
export function createFreezeFinder(): (sample: FrameSample | null) => boolean {
  let last: FrameSample | null = null;
  /** The time at which the picture last changed. */
  let changedS = 0;
  let isFrozen = false;
  return (sample) => {
    const stepS = sample && last ? sample.timeS - last.timeS : Number.NaN;
    const isOn = sample !== null && sample.frames === last?.frames && stepS >= 0 && stepS < LONGEST_STEP_S;
    last = sample;
    if (!sample || !isOn) {
      changedS = sample?.timeS ?? 0;
      isFrozen = false;
      return false;
    }
    // Without a single frame it is sound alone.
    const isNew = !isFrozen && sample.frames > 0 && sample.timeS - changedS >= FROZEN_S;
    isFrozen ||= isNew;
    return isNew;
  };
}

const SAMPLE_EVERY_MS = 250;

/** How often the picture stood still while the sound went on. What nobody can see does not count. */
export function useFreezes(video: HTMLVideoElement | null): number {
  const [freezes, setFreezes] = useState(0);
  useEffect(() => {
    if (!video) return;
    const isFreeze = createFreezeFinder();
    const timer = setInterval(() => {
      if (isFreeze(sampleOf(video))) setFreezes((freezes) => freezes + 1);
    }, SAMPLE_EVERY_MS);
    return () => clearInterval(timer);
  }, [video]);
  return freezes;
}

function sampleOf(video: HTMLVideoElement): FrameSample | null {
  if (document.hidden || video.paused || video.seeking) return null;
  const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality();
  return { timeS: video.currentTime, frames: totalVideoFrames - droppedVideoFrames };
}
