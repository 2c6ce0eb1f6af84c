import { useEffect, useEffectEvent } from 'react';
import { liveClock } from '#web/lib/media/live-clock.ts';
import type { LiveSteering, Stage } from '#web/lib/player-stage.ts';

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
    const { subscribe, position } = liveClock(live);
    const unsubscribe = subscribe(() => {
      const { playingMs, range } = position();
      // While a live stream is paused, its chat goes on.
      if (video.paused || playingMs === null || !range) return;
      report(range.liveMs - playingMs > REWOUND_FROM_MS ? live : null);
    });
    return () => {
      unsubscribe();
      report(null);
    };
  }, [video, live]);
}
