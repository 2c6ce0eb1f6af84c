/** What the player of a video is doing, as a pure function of what happened. */

/**
 * - `starting`: no frame has been shown yet
 * - `ready`: it can be played, and waits for a press
 * - `playing`, `stalled`, `paused`, `ended`
 * - `reconnecting`: the way to it broke; tried again and again
 * - `gone`: its files are not there
 * - `unsupported`: this browser plays no HLS
 */
export interface VideoState {
  readonly name:
    | 'starting'
    | 'ready'
    | 'playing'
    | 'stalled'
    | 'paused'
    | 'ended'
    | 'reconnecting'
    | 'gone'
    | 'unsupported';
  /** Counts the playbacks that were begun. */
  readonly session: number;
  /** Tries since a frame was last shown. */
  readonly tries: number;
  /** Times that the picture stood still after it had moved. */
  readonly stalls: number;
  /** The viewer wants it to play: it goes on by itself after an interruption. */
  readonly isWanted: boolean;
}

export type VideoEvent =
  | { readonly type: 'playing' | 'waiting' | 'pause' | 'ended' }
  /** The browser lets nothing play before a press. */
  | { readonly type: 'refused' }
  | { readonly type: 'lost' | 'gone' | 'unsupported' }
  | { readonly type: 'retry' };

export const initialVideo: VideoState = {
  name: 'starting',
  session: 1,
  tries: 0,
  stalls: 0,
  isWanted: true,
};

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

/** Milliseconds until a lost video is tried again. */
export const retryInMs = ({ tries }: VideoState): number =>
  Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, tries - 1));

/** Whether there is a picture to look at, or to begin with. */
export const hasPicture = ({ name }: VideoState): boolean =>
  name === 'ready' || name === 'playing' || name === 'stalled' || name === 'paused' || name === 'ended';

/** The next state. An event that means nothing in a state leaves the very same object. */
export function videoReducer(state: VideoState, event: VideoEvent): VideoState {
  switch (event.type) {
    case 'playing':
      return { ...state, name: 'playing', tries: 0, isWanted: true };
    case 'waiting':
      return state.name === 'playing' ? { ...state, name: 'stalled', stalls: state.stalls + 1 } : state;
    case 'pause':
      return hasPicture(state) && state.name !== 'ended'
        ? { ...state, name: 'paused', isWanted: false }
        : state;
    case 'ended':
      return { ...state, name: 'ended', isWanted: false };
    case 'refused':
      return { ...state, name: 'ready', isWanted: false };
    case 'lost':
      return state.name === 'reconnecting'
        ? state
        : { ...state, name: 'reconnecting', tries: state.tries + 1 };
    case 'retry':
      return state.name === 'reconnecting'
        ? { ...state, name: 'starting', session: state.session + 1 }
        : state;
    case 'gone':
    case 'unsupported':
      return { ...state, name: event.type };
  }
}
