/** The interface of a player for the tools of a page. */

/** A rendition; `id` is the playback's own number for it. */
export interface Rendition {
  readonly id: number;
  /** "720p": its shorter side. */
  readonly size: string;
  /** No other one has its size. */
  readonly isAlone: boolean;
  /** From the playlist; 0 if it has none. */
  readonly bitsPerSecond: number;
}

export interface Qualities {
  /** Best first; with fewer than two there is no choice. */
  readonly all: readonly Rendition[];
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
  /** Seeks back, and stays behind; or forward, at most to the live position. */
  readonly seekBy: (seconds: number) => void;
  /** Seeks to the picture of a time (ms since 1970), and stays behind; false where that cannot be reached. */
  readonly seekTo: (dateMs: number) => boolean;
  /** `null` where the stream cannot be rewound beyond its live playlist. */
  readonly rewind: Rewindable | null;
}

/** The part of a live stream that can be played. Times in ms since 1970, as of the picture. */
export interface Rewindable {
  /** The zero of the time on air. */
  readonly airedMs: number;
  readonly earliestMs: () => number;
  /** What viewers of the live stream see. */
  readonly liveMs: () => number;
  /** The contract's `picture_url`; `null` without thumbnails. */
  readonly pictureUrl: () => Promise<string | null>;
}

/** Controls of a playback beyond the video element. */
export interface Steering {
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns the same object until something changes. */
  readonly qualities: () => Qualities;
  readonly choose: (id: number | null) => void;
  /** `null` for a video. */
  readonly live: LiveSteering | null;
}

/** The sound of a player. */
export interface Sound {
  /** 0 to 1. */
  readonly volume: number;
  readonly isMuted: boolean;
}

/** What a tool can use of the player; `null` where it does not exist at the moment. */
export interface Stage {
  readonly video: HTMLVideoElement | null;
  /** The element for full screen: the video with its controls. */
  readonly frame: HTMLElement | null;
  /** A slot in the control bar, for a tool's button (by a portal). */
  readonly bar: HTMLElement | null;
  /** A slot below the picture, for a tool's panel (by a portal). */
  readonly below: HTMLElement | null;
  /** `null` while nothing plays. */
  readonly steering: Steering | null;
  /** Switches to the sound alone, or back; `null` where there is a single source. */
  readonly setSoundAlone: ((isOn: boolean) => void) | null;
}
