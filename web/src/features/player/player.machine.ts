/** What the player is doing, as a pure function of what happened. Side effects live in `use-player.ts`. */
import type { Ingest } from '../../../../shared/streamers.ts';
import { liveDelayS } from './hls-config.ts';
import type { PlayerSource } from './player.source.ts';
import type { Playlist, RunningPlaylist } from './playlist.ts';

/**
 * - `connecting`: looking at the playlist for the first time
 * - `waiting`: live, but no picture comes; looking at the playlist again and again
 * - `reconnecting`: there was a picture and the way to it broke; looking as well
 * - `starting`: there is something to play; no frame has been shown yet
 * - `playing`, `stalled`: frames move, or moved and are awaited
 * - `unsupported`: this browser plays no HLS
 */
export interface LiveState {
  readonly name:
    | 'connecting'
    | 'waiting'
    | 'reconnecting'
    | 'starting'
    | 'playing'
    | 'stalled'
    | 'unsupported';
  readonly url: string;
  readonly ingest: Ingest | null;
  /** Counts the playbacks that were begun; 0 before the first. */
  readonly session: number;
  /** Times that the picture stood still after it had moved. */
  readonly stalls: number;
  readonly segmentS: number;
  /** The playlist may be left over from an earlier picture, and counts only once it has changed. */
  readonly mustChange: boolean;
  /** The left-over playlist, once seen. */
  readonly leftOver: string | null;
}

export type PlayerState =
  | { readonly name: 'offline' }
  | { readonly name: 'embed'; readonly videoId: string }
  | LiveState;

export type PlayerEvent =
  /** The channel was loaded again. */
  | { readonly type: 'channel'; readonly source: PlayerSource }
  | { readonly type: 'looked'; readonly playlist: Playlist }
  | { readonly type: 'moving' | 'stalled' }
  /** Nothing has moved for long, though nothing failed either. */
  | { readonly type: 'stuck' }
  /** The playlist ended or went away. */
  | { readonly type: 'gone' }
  /** The network or the decoder gave up on this playback. */
  | { readonly type: 'lost' }
  | { readonly type: 'unsupported' };

const DEFAULT_SEGMENT_S = 2;

/** The state before anything happened. */
export const initialState = (source: PlayerSource): PlayerState => {
  if (source.kind !== 'live') return withoutPlayback(source);
  const isWaiting = source.ingest === 'waiting';
  return {
    name: isWaiting ? 'waiting' : 'connecting',
    url: source.url,
    ingest: source.ingest,
    session: 0,
    stalls: 0,
    segmentS: DEFAULT_SEGMENT_S,
    mustChange: isWaiting,
    leftOver: null,
  };
};

/** States that look at the playlist instead of playing it. */
export const isLooking = ({ name }: PlayerState): boolean =>
  name === 'connecting' || name === 'waiting' || name === 'reconnecting';

/** States that have a playback attached to the video element. */
export const isAttached = ({ name }: PlayerState): boolean =>
  name === 'starting' || name === 'playing' || name === 'stalled';

export const isLiveState = (state: PlayerState): state is LiveState =>
  state.name !== 'offline' && state.name !== 'embed';

/** The next state. An event that means nothing in a state leaves the very same object. */
export function playerReducer(state: PlayerState, event: PlayerEvent): PlayerState {
  if (event.type === 'channel') return withSource(state, event.source);
  if (!isLiveState(state)) return state;
  if (event.type === 'unsupported') return { ...state, name: 'unsupported' };
  if (event.type === 'looked') return isLooking(state) ? afterLook(state, event.playlist) : state;
  return isAttached(state) ? afterPlayback(state, event.type) : state;
}

function withSource(state: PlayerState, source: PlayerSource): PlayerState {
  if (source.kind !== 'live') {
    const next = withoutPlayback(source);
    const isSame = state.name === next.name && (next.name !== 'embed' || sameVideo(state, next));
    return isSame ? state : next;
  }
  if (!isLiveState(state) || state.url !== source.url) return initialState(source);
  if (state.ingest === source.ingest) return state;
  const next: LiveState = { ...state, ingest: source.ingest };
  // The encoder left and the buffer has run dry: nothing more will come of this playback.
  return next.name === 'stalled' && next.ingest === 'waiting' ? waitAgain(next, true) : next;
}

function afterLook(state: LiveState, playlist: Playlist): LiveState {
  if (playlist.kind === 'unreachable') {
    return state.session > 0 ? { ...state, name: 'reconnecting' } : state;
  }
  if (playlist.kind !== 'running') return waitAgain(state, false);
  if (state.mustChange && state.leftOver === null)
    return { ...state, name: 'waiting', leftOver: playlist.text };
  if (state.mustChange && state.leftOver === playlist.text) return { ...state, name: 'waiting' };
  if (!isEnoughToStart(playlist)) return { ...state, mustChange: false };
  return { ...state, name: 'starting', session: state.session + 1, segmentS: playlist.longestSegmentS };
}

/** Playback that starts on less than its own delay runs dry right away. "1 s" segments are often 0.97 s: hence 0.9. */
function isEnoughToStart({ segments, lengthS, longestSegmentS }: RunningPlaylist): boolean {
  return segments >= 2 && lengthS >= 0.9 * liveDelayS(longestSegmentS);
}

function afterPlayback(state: LiveState, what: 'moving' | 'stalled' | 'stuck' | 'gone' | 'lost'): LiveState {
  switch (what) {
    case 'moving':
      return state.name === 'playing' ? state : { ...state, name: 'playing' };
    case 'stalled':
      return state.name === 'playing' ? afterStall({ ...state, stalls: state.stalls + 1 }) : state;
    case 'stuck':
      return waitAgain(state, true);
    case 'gone':
      return waitAgain(state, false);
    case 'lost':
      return { ...waitAgain(state, state.ingest === 'waiting'), name: 'reconnecting' };
  }
}

const afterStall = (state: LiveState): LiveState =>
  state.ingest === 'waiting' ? waitAgain(state, true) : { ...state, name: 'stalled' };

const waitAgain = (state: LiveState, mustChange: boolean): LiveState => ({
  ...state,
  name: 'waiting',
  mustChange,
  leftOver: null,
});

type WithoutPlayback = Exclude<PlayerSource, { kind: 'live' }>;

const withoutPlayback = (source: WithoutPlayback): Exclude<PlayerState, LiveState> =>
  source.kind === 'embed' ? { name: 'embed', videoId: source.videoId } : { name: 'offline' };

const sameVideo = (state: PlayerState, next: PlayerState): boolean =>
  state.name === 'embed' && next.name === 'embed' && state.videoId === next.videoId;
