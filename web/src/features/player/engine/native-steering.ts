/** Steers what the browser plays by itself, as the iPhone does. It chooses the quality alone. */
import { type LiveSteering, NO_QUALITIES, type Steering } from './steering.ts';

/** Apple's players keep about three segments between themselves and the newest. */
const NORMAL_DELAY_S = 8;

export const steerNatively = (video: HTMLVideoElement, isLive: boolean): Steering => ({
  subscribe: () => () => undefined,
  qualities: () => NO_QUALITIES,
  choose: () => undefined,
  live: isLive ? steerTime(video) : null,
});

/** As Apple's players have it: when their time was zero; no date where the playlist has none. */
type Dated = HTMLVideoElement & { readonly getStartDate?: () => Date };

function dateOf(video: Dated): Date | null {
  const startMs = video.getStartDate?.().getTime() ?? Number.NaN;
  return Number.isNaN(startMs) ? null : new Date(startMs + video.currentTime * 1000);
}

function steerTime(video: HTMLVideoElement): LiveSteering {
  const edgeS = () => (video.seekable.length > 0 ? video.seekable.end(video.seekable.length - 1) : null);
  const startS = () => (video.seekable.length > 0 ? video.seekable.start(0) : video.currentTime);
  const goLive = () => {
    const edge = edgeS();
    if (edge !== null) video.currentTime = edge;
  };
  return {
    behindS: () => Math.max(0, (edgeS() ?? 0) - video.currentTime - NORMAL_DELAY_S),
    // What Apple's players can seek to ends before the newest segment does.
    aheadS: () => null,
    shownAt: () => dateOf(video),
    goLive,
    seekBy: (seconds) => {
      const targetS = Math.max(startS(), video.currentTime + seconds);
      if (targetS >= (edgeS() ?? 0)) goLive();
      else video.currentTime = targetS;
    },
  };
}
