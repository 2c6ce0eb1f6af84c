/** Qualities, and the steering of a native player. */
import type { LiveSteering, Qualities, Rendition, Steering } from '#web/lib/player-stage.ts';

export const NO_QUALITIES: Qualities = { all: [], chosen: null, current: null };

interface Level {
  readonly width: number;
  readonly height: number;
  /** Bits per second. */
  readonly bitrate: number;
}

/** The renditions for the menu, best first, without audio-only ones. */
export function qualitiesOf(levels: readonly Level[]): readonly Rendition[] {
  const pictures = levels.map((level, id) => ({ ...level, id })).filter(({ height }) => height > 0);
  const sizes = pictures.map(sizeOf);
  return pictures
    .toSorted((a, b) => sizeOf(b) - sizeOf(a) || b.bitrate - a.bitrate)
    .map((level) => {
      const size = sizeOf(level);
      const isAlone = sizes.indexOf(size) === sizes.lastIndexOf(size);
      return { id: level.id, size: `${size}p`, isAlone, bitsPerSecond: level.bitrate };
    });
}

const sizeOf = ({ width, height }: Level): number => (width > 0 ? Math.min(width, height) : height);

/** Apple's players stay about three segments behind the newest. */
const NORMAL_DELAY_S = 8;

/** The steering of a native HLS player, such as the iPhone's, which chooses the quality itself. */
export const steerNatively = (video: HTMLVideoElement, isLive: boolean): Steering => ({
  subscribe: () => () => undefined,
  qualities: () => NO_QUALITIES,
  choose: () => undefined,
  live: isLive ? steerTime(video) : null,
});

/** Apple's extension: the date of time zero; invalid if the playlist has no dates. */
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
    aheadS: () => null,
    playingDate: () => dateOf(video),
    goLive,
    seekBy: (seconds) => {
      const targetS = Math.max(startS(), video.currentTime + seconds);
      if (targetS >= (edgeS() ?? 0)) goLive();
      else video.currentTime = targetS;
    },
    seekTo: (dateMs) => {
      const date = dateOf(video);
      const targetS = date ? video.currentTime + (dateMs - date.getTime()) / 1000 : Number.NaN;
      const isListed = targetS >= startS() && targetS < (edgeS() ?? 0);
      if (isListed) video.currentTime = targetS;
      return isListed;
    },
    rewind: null,
  };
}
