/** What the player is doing, as a pure function of what happened. Side effects live in `use-player.ts`. */
import type { Ingest } from '../../../../../shared/channels/streamers.ts';
import { liveDelayS } from '../engine/hls/hls-config.ts';
import type { LiveSegments } from '../engine/playback.ts';
import type { PlayerSource } from './player.source.ts';
import type { Playlist, RunningPlaylist } from '../engine/playlist.ts';

/**
 * - `connecting`: looking at the playlist for the first time
 * - `waiting`: live, but no picture comes; looking at the playlist again and again
 * - `reconnecting`: there was a picture and the way to it broke; looking as well
 * - `starting`: there is something to play; no frame has been shown yet
 * - `playing`, `stalled`: frames move, or moved and are awaited
 * - `dry`: a camera's broadcast was played as far as it goes, and nothing has come for long; it goes on by itself
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
    | 'dry'
    | 'unsupported';
  readonly url: string;
  readonly ingest: Ingest | null;
  readonly isCamera: boolean;
  /** Counts the playbacks that were begun; 0 before the first. */
  readonly session: number;
  /** Times that the picture stood still after it had moved. */
  readonly stalls: number;
  readonly segmentS: number;
  /** Not live any more, but what was filmed last is still to be seen: what comes after that. */
  readonly afterwards: WithoutPlaybackState | null;
  /** The playlist may be left over from an earlier picture, and counts only once it has changed. */
  readonly mustChange: boolean;
  /** The left-over playlist, once seen. */
  readonly leftOver: string | null;
  /** The connection carries less than what plays has. */
  readonly isSlow: boolean;
  /** The playlist of the sound alone, where the stream offers one. */
  readonly soundUrl: string | null;
  /** The viewer does without the picture. */
  readonly isSoundAlone: boolean;
}

type WithoutPlaybackState =
  | { readonly name: 'offline' }
  | { readonly name: 'embed'; readonly videoId: string };

export type PlayerState = WithoutPlaybackState | LiveState;

export type PlayerEvent =
  /** The channel was loaded again. */
  | { readonly type: 'channel'; readonly source: PlayerSource }
  | { readonly type: 'polled'; readonly playlist: Playlist }
  | { readonly type: 'moving' | 'stalled' }
  /** Nothing has moved for long, though nothing failed either: there is more to play, or there is none. */
  | { readonly type: 'stuck' | 'dry' }
  /** The playlist ended or went away. */
  | { readonly type: 'gone' }
  /** The network or the decoder gave up on this playback. */
  | { readonly type: 'lost' }
  | { readonly type: 'unsupported' }
  /** The connection carries less than what plays has, or all of it again. */
  | { readonly type: 'slow' | 'fluent' }
  /** The stream can be had as sound alone. */
  | { readonly type: 'sound offered'; readonly url: string }
  /** The viewer does without the picture, or wants it again. */
  | { readonly type: 'sound alone'; readonly isOn: boolean };

const DEFAULT_SEGMENT_S = 2;

/** The state before anything happened. */
export const initialState = (source: PlayerSource): PlayerState => {
  if (source.kind !== 'live') return withoutPlayback(source);
  const { url, ingest, isCamera } = source;
  const isWaiting = ingest === 'waiting';
  return {
    name: isWaiting ? 'waiting' : 'connecting',
    url,
    ingest,
    isCamera,
    session: 0,
    stalls: 0,
    segmentS: DEFAULT_SEGMENT_S,
    afterwards: null,
    mustChange: isWaiting && !isCamera,
    leftOver: null,
    isSlow: false,
    soundUrl: null,
    isSoundAlone: false,
  };
};

/** States that look at the playlist instead of playing it. */
export const isPolling = ({ name }: PlayerState): boolean =>
  name === 'connecting' || name === 'waiting' || name === 'reconnecting';

/** States that have a playback attached to the video element. */
export const isAttached = ({ name }: PlayerState): boolean =>
  name === 'starting' || name === 'playing' || name === 'stalled' || name === 'dry';

export const isLiveState = (state: PlayerState): state is LiveState =>
  state.name !== 'offline' && state.name !== 'embed';

/** The next state. An event that means nothing in a state leaves the very same object. */
export function playerReducer(state: PlayerState, event: PlayerEvent): PlayerState {
  if (event.type === 'channel') return withSource(state, event.source);
  if (!isLiveState(state)) return state;
  if (event.type === 'unsupported') return state.afterwards ?? { ...state, name: 'unsupported' };
  if (isOfConnection(event)) return afterConnection(state, event);
  if (event.type === 'polled') return isPolling(state) ? afterPoll(state, event.playlist) : state;
  return isAttached(state) ? afterPlayback(state, event.type) : state;
}

type ConnectionEvent = Extract<PlayerEvent, { type: 'slow' | 'fluent' | 'sound offered' | 'sound alone' }>;

const isOfConnection = (event: PlayerEvent): event is ConnectionEvent =>
  ['slow', 'fluent', 'sound offered', 'sound alone'].includes(event.type);

function afterConnection(state: LiveState, event: ConnectionEvent): LiveState {
  switch (event.type) {
    case 'slow':
    case 'fluent':
      return state.isSlow === (event.type === 'slow') ? state : { ...state, isSlow: !state.isSlow };
    case 'sound offered':
      return state.soundUrl === event.url ? state : { ...state, soundUrl: event.url };
    case 'sound alone':
      return state.soundUrl === null || state.isSoundAlone === event.isOn
        ? state
        : restartPlayback({ ...state, isSoundAlone: event.isOn, isSlow: false });
  }
}

/** What is not playing will choose when it does. */
const restartPlayback = (state: LiveState): LiveState =>
  isAttached(state) ? { ...state, name: 'starting', session: state.session + 1 } : state;

function withSource(state: PlayerState, source: PlayerSource): PlayerState {
  if (source.kind !== 'live') {
    const next = withoutPlayback(source);
    if (isLiveState(state)) return toItsEnd(state, next);
    return isSame(state, next) ? state : next;
  }
  if (!isLiveState(state) || state.url !== source.url) return initialState(source);
  if (state.ingest === source.ingest && !state.afterwards) return state;
  const next: LiveState = { ...state, ingest: source.ingest, afterwards: null };
  // The encoder left and the buffer has run dry: nothing more will come of this playback.
  return next.name === 'stalled' ? afterStall(next) : next;
}

/** Viewers are some seconds behind: they see what was filmed before the end. */
function toItsEnd(state: LiveState, afterwards: WithoutPlaybackState): PlayerState {
  const isWorthIt = state.name === 'playing' || (state.name === 'stalled' && state.isCamera);
  if (!isWorthIt) return afterwards;
  return state.afterwards && isSame(state.afterwards, afterwards) ? state : { ...state, afterwards };
}

function afterPoll(state: LiveState, playlist: Playlist): LiveState {
  if (playlist.kind === 'unreachable') {
    return state.session > 0 ? { ...state, name: 'reconnecting' } : state;
  }
  if (playlist.kind !== 'running') return waitAgain(state, false);
  if (state.mustChange && state.leftOver === null)
    return { ...state, name: 'waiting', leftOver: playlist.text };
  if (state.mustChange && state.leftOver === playlist.text) return { ...state, name: 'waiting' };
  const { isCamera } = state;
  const segmentS = isCamera ? playlist.usualSegmentS : playlist.longestSegmentS;
  if (!isEnoughToStart(playlist, { segmentS, isCamera })) return { ...state, mustChange: false };
  return { ...state, name: 'starting', session: state.session + 1, segmentS };
}

/** Playback that starts on less than its own delay runs dry right away. "1 s" segments are often 0.97 s: hence 0.9. */
function isEnoughToStart({ segments, lengthS }: RunningPlaylist, ofOne: LiveSegments): boolean {
  return segments >= 2 && lengthS >= 0.9 * liveDelayS(ofOne);
}

type PlaybackReport = Exclude<
  PlayerEvent['type'],
  'channel' | 'polled' | 'unsupported' | ConnectionEvent['type']
>;

function afterPlayback(state: LiveState, what: PlaybackReport): PlayerState {
  if (state.afterwards && what !== 'moving' && !(what === 'stalled' && state.isCamera))
    return state.afterwards;
  switch (what) {
    case 'moving':
      return state.name === 'playing' ? state : { ...state, name: 'playing' };
    case 'stalled':
      return state.name === 'playing' ? afterStall({ ...state, stalls: state.stalls + 1 }) : state;
    case 'dry':
      if (!state.isCamera) return waitAgain(state, true);
      return state.name === 'dry' ? state : { ...state, name: 'dry' };
    case 'stuck':
      return waitAgain(state, true);
    case 'gone':
      return waitAgain({ ...state, isSlow: false }, false);
    case 'lost':
      return { ...waitAgain(state, state.ingest === 'waiting' && !state.isCamera), name: 'reconnecting' };
  }
}

const afterStall = (state: LiveState): LiveState =>
  state.ingest === 'waiting' && !state.isCamera ? waitAgain(state, true) : { ...state, name: 'stalled' };

const waitAgain = (state: LiveState, mustChange: boolean): LiveState => ({
  ...state,
  name: 'waiting',
  mustChange,
  leftOver: null,
});

type WithoutPlayback = Exclude<PlayerSource, { kind: 'live' }>;

const withoutPlayback = (source: WithoutPlayback): WithoutPlaybackState =>
  source.kind === 'embed' ? { name: 'embed', videoId: source.videoId } : { name: 'offline' };

const isSame = (state: WithoutPlaybackState, next: WithoutPlaybackState): boolean =>
  state.name === 'embed' && next.name === 'embed' ? state.videoId === next.videoId : state.name === next.name;
