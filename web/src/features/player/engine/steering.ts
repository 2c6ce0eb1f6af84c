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
  readonly shownAt: () => Date | null;
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
