import { backOffMs } from '#web/lib/wait.ts';

/**
 * - `starting`: no frame was displayed yet
 * - `ready`: it can be played, and waits for the viewer
 * - `playing`, `stalled`, `paused`, `ended`
 * - `reconnecting`: the connection failed; retries
 * - `gone`: its files do not exist
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
  readonly session: number;
  /** Retries since a frame was last displayed. */
  readonly tries: number;
  /** How often the picture stalled after it had moved. */
  readonly stalls: number;
  /** The viewer wants it to play: it resumes by itself after an interruption. */
  readonly isWanted: boolean;
}

export type VideoEvent =
  | { readonly type: 'playing' | 'waiting' | 'pause' | 'ended' }
  /** The browser refuses to play before a user gesture. */
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

/** Milliseconds until the next retry of a failed video. */
export const retryInMs = ({ tries }: VideoState): number =>
  backOffMs(tries, FIRST_RETRY_MS, LONGEST_RETRY_MS);

export const hasPicture = ({ name }: VideoState): boolean =>
  name === 'ready' || name === 'playing' || name === 'stalled' || name === 'paused' || name === 'ended';

/** The next state. An event that does not apply to a state returns the same object. */
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
