import { useEffect, useEffectEvent } from 'react';
import type { LiveSteering, Stage } from '#web/lib/player-stage.ts';

const CHECK_EVERY_MS = 1000;
/** A smaller delay is that of a slow connection. */
const REWOUND_FROM_MS = 15_000;

/** Calls `onRewound` with the stream while it plays a past moment, and with `null` otherwise. */
export function useRewound(
  { video, steering }: Pick<Stage, 'video' | 'steering'>,
  onRewound: (live: LiveSteering | null) => void,
): void {
  const live = steering?.live ?? null;
  const report = useEffectEvent(onRewound);
  useEffect(() => {
    if (!video || !live?.rewind) return;
    const { liveMs } = live.rewind;
    const timer = setInterval(() => {
      const playingMs = live.playingDate()?.getTime();
      // While a live stream is paused, its chat goes on.
      if (video.paused || playingMs === undefined) return;
      report(liveMs() - playingMs > REWOUND_FROM_MS ? live : null);
    }, CHECK_EVERY_MS);
    return () => {
      clearInterval(timer);
      report(null);
    };
  }, [video, live]);
}
