import { useEffect, useEffectEvent } from 'react';
import { createWatchedTime } from './watched-time.ts';

const WATCHED_AFTER_S = 10;
/** Of a short video. */
const WATCHED_SHARE = 0.5;

/** Calls once, when about ten seconds were watched, or half of a video that has no twenty. */
export function useWatched(video: HTMLVideoElement | null, onWatched: () => void): void {
  const done = useEffectEvent(onWatched);
  useEffect(() => {
    if (!video) return;
    const off = new AbortController();
    const watched = createWatchedTime();
    const look = () => {
      const enoughS = Math.min(WATCHED_AFTER_S, (video.duration || Number.POSITIVE_INFINITY) * WATCHED_SHARE);
      if (watched(video.currentTime, video.playbackRate) < enoughS) return;
      off.abort();
      done();
    };
    video.addEventListener('timeupdate', look, { signal: off.signal });
    return () => off.abort();
  }, [video]);
}
