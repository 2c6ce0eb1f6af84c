/** The time of what is watched, as a clip is marked by it: of a video its seconds, of what is live seconds since 1970. */
/** What can be marked now. */
export interface Range {
  readonly startS: number;
  readonly endS: number;
}

export interface WatchedClock {
  /** What is shown now; `null` while nobody knows. */
  readonly nowS: () => number | null;
  /** What can be marked. */
  readonly range: () => Range | null;
  readonly seekTo: (atS: number) => void;
  /** Back to where somebody watched before. */
  readonly goBack: (toS: number) => void;
}

/** What can be asked of a playback that is live. */
export interface LivePlace {
  /** When the picture was made that is shown now; `null`: nobody knows. */
  readonly playingDate: () => Date | null;
  readonly seekBy: (seconds: number) => void;
  readonly goLive: () => void;
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

export function liveClock(video: HTMLVideoElement, live: LivePlace): WatchedClock {
  const nowS = () => {
    const playingDate = live.playingDate();
    return playingDate === null ? null : playingDate.getTime() / 1000;
  };
  // The latest picture that was seen: nothing after it can be marked, though it may be there.
  let latestS = -Infinity;
  let oldestS = Infinity;
  return {
    nowS,
    range: () => {
      const now = nowS();
      if (now === null) return null;
      const { seekable } = video;
      latestS = Math.max(latestS, now);
      // What was there once can be marked on, though the playlist has left it behind.
      if (seekable.length > 0) oldestS = Math.min(oldestS, now - (video.currentTime - seekable.start(0)));
      return { startS: Math.min(now, oldestS), endS: latestS };
    },
    seekTo: (atS) => live.seekBy(atS - (nowS() ?? atS)),
    goBack: () => live.goLive(),
  };
}
