import type { LiveSteering } from '#web/lib/player-stage.ts';

/** What can be marked now. */
export interface Range {
  readonly startS: number;
  readonly endS: number;
}

export interface WatchedClock {
  /** The current position; `null` if unknown. */
  readonly nowS: () => number | null;
  readonly range: () => Range | null;
  readonly seekTo: (atS: number) => void;
  /** Returns to the earlier position. */
  readonly goBack: (toS: number) => void;
}

export const videoClock = (video: HTMLVideoElement): WatchedClock => {
  const seekTo = (atS: number) => {
    video.currentTime = atS;
  };
  return {
    nowS: () => video.currentTime,
    range: () =>
      video.duration > 0 && Number.isFinite(video.duration) ? { startS: 0, endS: video.duration } : null,
    seekTo,
    goBack: seekTo,
  };
};

/** A smaller delay is that of a slow connection. */
const REWOUND_FROM_S = 15;

export function liveClock(video: HTMLVideoElement, live: LiveSteering): WatchedClock {
  const nowS = () => {
    const playingDate = live.playingDate();
    return playingDate === null ? null : playingDate.getTime() / 1000;
  };
  // The latest seen position, which limits the marks.
  let latestS = -Infinity;
  let oldestS = Infinity;
  let wasRewound = false;
  return {
    nowS,
    range: () => {
      const now = nowS();
      if (now === null) return null;
      // All of a stream that can be rewound is stored.
      if (live.rewind) return { startS: live.rewind.earliestMs() / 1000, endS: live.rewind.liveMs() / 1000 };
      const { seekable } = video;
      latestS = Math.max(latestS, now);
      // Segments stay available after they leave the playlist.
      if (seekable.length > 0) oldestS = Math.min(oldestS, now - (video.currentTime - seekable.start(0)));
      return { startS: Math.min(now, oldestS), endS: latestS };
    },
    seekTo: (atS) => {
      wasRewound = live.behindS() > REWOUND_FROM_S;
      if (!live.seekTo(atS * 1000)) live.seekBy(atS - (nowS() ?? atS));
    },
    goBack: (toS) => {
      if (!wasRewound || !live.seekTo(toS * 1000)) live.goLive();
    },
  };
}
