/** Controls of a playback beyond the video element: its quality and its live position. */

/** A rendition; `id` is the playback's own number for it. */
interface Quality {
  readonly id: number;
  /** "720p". */
  readonly name: string;
  /** From the playlist; 0 if it has none. */
  readonly bitsPerSecond: number;
}

export interface Qualities {
  /** Best first; with fewer than two there is no choice. */
  readonly all: readonly Quality[];
  /** The chosen one's `id`; `null`: the player chooses by the connection. */
  readonly chosen: number | null;
  /** The one that is being loaded. */
  readonly current: number | null;
}

export interface LiveSteering {
  /** Seconds behind the normal live position. */
  readonly behindS: () => number;
  /** Seconds of published video that are not played yet; `null`: unknown. */
  readonly aheadS: () => number | null;
  /** Date of the current picture from the playlist's program dates; `null` if it has none. */
  readonly playingDate: () => Date | null;
  readonly goLive: () => void;
  /** Seeks back within the playlist, and stays behind; or forward, at most to the live position. */
  readonly seekBy: (seconds: number) => void;
}

export interface Steering {
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns the same object until something changes. */
  readonly qualities: () => Qualities;
  readonly choose: (id: number | null) => void;
  /** `null` for a video. */
  readonly live: LiveSteering | null;
}

export const NO_QUALITIES: Qualities = { all: [], chosen: null, current: null };

interface Rendition {
  readonly width: number;
  readonly height: number;
  /** Bits per second. */
  readonly bitrate: number;
}

/** The renditions with their names for the menu, best first, without audio-only ones. */
export function qualitiesOf(renditions: readonly Rendition[]): readonly Quality[] {
  const pictures = renditions
    .map((rendition, id) => ({ ...rendition, id }))
    .filter(({ height }) => height > 0);
  const sizes = pictures.map(sizeOf);
  return pictures
    .toSorted((a, b) => sizeOf(b) - sizeOf(a) || b.bitrate - a.bitrate)
    .map((rendition) => {
      const size = sizeOf(rendition);
      const isAlone = sizes.indexOf(size) === sizes.lastIndexOf(size);
      const { id, bitrate: bitsPerSecond } = rendition;
      return { id, name: isAlone ? `${size}p` : `${size}p · ${megabits(bitsPerSecond)}`, bitsPerSecond };
    });
}

const sizeOf = ({ width, height }: Rendition): number => (width > 0 ? Math.min(width, height) : height);

const megabits = (bitrate: number): string => `${(bitrate / 1_000_000).toFixed(1)} Mbit/s`;

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
  };
}
