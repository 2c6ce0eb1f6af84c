/** Measures how long the viewer has watched, without seeks. */
import { useEffect, useEffectEvent } from 'react';
import { listen } from '../../../lib/listen.ts';

/** A longer step is a jump: a seek, or a laptop that slept. */
const LONGEST_STEP_S = 1.5;

/** Adds up the played seconds; takes the position at each `timeupdate` event. */
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

const WATCHED_AFTER_S = 10;
/** For a short video. */
const WATCHED_SHARE = 0.5;

/** Calls `onWatched` once, after ten seconds, or after half of a video shorter than twenty. */
export function useWatched(video: HTMLVideoElement | null, onWatched: () => void): void {
  const done = useEffectEvent(onWatched);
  useEffect(() => {
    if (!video) return;
    const watched = createWatchedTime();
    const check = () => {
      const enoughS = Math.min(WATCHED_AFTER_S, (video.duration || Number.POSITIVE_INFINITY) * WATCHED_SHARE);
      if (watched(video.currentTime, video.playbackRate) < enoughS) return;
      end();
      done();
    };
    const end = listen(video, 'timeupdate', check);
    return end;
  }, [video]);
}
