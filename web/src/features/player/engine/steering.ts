/** What can be steered of a playback beyond what a video element offers. */

/** A rendition; `id` is the playback's own number for it. */
export interface Quality {
  readonly id: number;
  /** "720p". */
  readonly name: string;
  /** As its playlist says; 0 where that says nothing. */
  readonly bitsPerSecond: number;
}

export interface Qualities {
  /** Best first; fewer than two leave nothing to choose. */
  readonly all: readonly Quality[];
  /** The chosen one's `id`; `null`: the player chooses by the connection. */
  readonly chosen: number | null;
  /** The one that is loaded now. */
  readonly current: number | null;
}

export interface LiveSteering {
  /** Seconds behind the place where a live viewer normally is. */
  readonly behindS: () => number;
  /** Seconds of what is published that are still to be played; `null`: nobody knows. */
  readonly aheadS: () => number | null;
  /** When the picture was made that is shown now, as the playlist dates it; `null`: it does not. */
  readonly playingDate: () => Date | null;
  readonly goLive: () => void;
  /** Goes back within what is still there, and stays behind; or forth, at most to where it is live. */
  readonly seekBy: (seconds: number) => void;
}

export interface Steering {
  readonly subscribe: (listener: () => void) => () => void;
  /** The same object until something changes. */
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

/** The menu's names for renditions, best first. Those without a picture are left out. */
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

/** 1080p is 1080 high when it lies, and 1080 wide when it stands. */
const sizeOf = ({ width, height }: Rendition): number => (width > 0 ? Math.min(width, height) : height);

const megabits = (bitrate: number): string => `${(bitrate / 1_000_000).toFixed(1)} Mbit/s`;

/** Steers what the browser plays by itself, as the iPhone does. It chooses the quality alone. */

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
    playingDate: () => dateOf(video),
    goLive,
    seekBy: (seconds) => {
      const targetS = Math.max(startS(), video.currentTime + seconds);
      if (targetS >= (edgeS() ?? 0)) goLive();
      else video.currentTime = targetS;
    },
  };
}
