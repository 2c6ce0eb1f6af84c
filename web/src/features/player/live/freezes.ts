/** Detects freezes: the time advances, but the picture does not. Neither the element nor hls.js reports them. */
import { useEffect, useState } from 'react';

export interface FrameSample {
  readonly timeS: number;
  readonly frames: number;
}

const FROZEN_S = 0.75;
/** A longer step of the time is a jump. */
const LONGEST_STEP_S = 1;

/** Takes a few samples a second of a playing video; returns true once per freeze. `null`: it is paused or hidden. */
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
    // Without a single frame it plays the sound alone.
    const isNew = !isFrozen && sample.frames > 0 && sample.timeS - changedS >= FROZEN_S;
    isFrozen ||= isNew;
    return isNew;
  };
}

const SAMPLE_EVERY_MS = 250;

/** Counts the freezes of a video. Hidden pages do not count. */
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
