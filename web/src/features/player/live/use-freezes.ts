import { useEffect, useState } from 'react';
import { createFreezeFinder, type Look } from './freezes.ts';

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
