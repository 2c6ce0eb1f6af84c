/** The state machine of the live player, as a pure reducer. Side effects are in `use-player.ts`. */
import type { Ingest } from '#shared/channels/channels.ts';
import type { FirstPlayback } from '../engine/first-playback.ts';
import { unsignedUrl } from '#web/lib/media/stream-url.ts';
import { isMoving } from '../engine/video-watch.ts';
import type { NoPlayback, PlayerSource } from './player-source.ts';
import { type Playlist, segmentsToStart } from '../engine/playlist.ts';

/**
 * - `connecting`: requests the playlist for the first time
 * - `waiting`: live, but no picture arrives; polls the playlist
 * - `reconnecting`: there was a picture and the connection failed; polls the playlist
 * - `starting`: there is something to play; no frame was displayed yet
 * - `playing`, `stalled`: frames move, or moved and are waited for
 * - `dry`: a camera's broadcast was played to its end so far, and nothing has arrived for long; it resumes by itself
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
  /** The same, signed later: for the next start. Signatures end after minutes, and no playback by that. */
  readonly nextUrl: string;
  readonly ingest: Ingest | null;
  readonly isCamera: boolean;
  /** Counts the started playbacks; 0 before the first. */
  readonly session: number;
  /** How often the picture stalled after it had moved. */
  readonly stalls: number;
  readonly segmentS: number;
  /** The state after the end, once viewers have seen the last seconds; `null` while live. */
  readonly afterwards: NoPlayback | null;
  /** The playlist may be a leftover of an earlier stream, and counts only after it has changed. */
  readonly mustChange: boolean;
  /** The text of the leftover playlist, once loaded. */
  readonly leftOver: string | null;
  /** The connection is too slow for the rendition that plays. */
  readonly isSlow: boolean;
  /** URL of the audio-only playlist, if the stream offers one. */
  readonly soundUrl: string | null;
  /** The viewer chose the sound alone. */
  readonly isSoundAlone: boolean;
}

export type PlayerState = NoPlayback | LiveState;

export type PlayerEvent =
  /** The channel was loaded again. */
  | { readonly type: 'channel'; readonly source: PlayerSource }
  | { readonly type: 'polled'; readonly playlist: Playlist }
  | { readonly type: 'moving' | 'stalled' }
  /** Nothing has moved for long without a failure: `stuck` with more to play, `dry` without. */
  | { readonly type: 'stuck' | 'dry' }
  /** The playlist ended or went away. */
  | { readonly type: 'gone' }
  | { readonly type: 'lost' }
  | { readonly type: 'unsupported' }
  /** The connection is too slow for what plays, or fast enough again. */
  | { readonly type: 'slow' | 'fluent' }
  | { readonly type: 'sound-offered'; readonly url: string }
  | { readonly type: 'sound-alone'; readonly isOn: boolean };

const DEFAULT_SEGMENT_S = 2;

/** The state of a player that has just been rendered; `first` is the playback that the document has started. */
export const initialState = (source: PlayerSource, first: FirstPlayback | null = null): PlayerState => {
  const state = beforePlayback(source);
  if (!first || !isLiveState(state)) return state;
  const name = isMoving(first.video) ? 'playing' : 'starting';
  return { ...state, name, session: 1, segmentS: first.segmentS, mustChange: false };
};

const beforePlayback = (source: PlayerSource): PlayerState => {
  if (source.name !== 'live') return source;
  const { url, ingest, isCamera } = source;
  const isWaiting = ingest === 'waiting';
  return {
    name: isWaiting ? 'waiting' : 'connecting',
    url,
    nextUrl: url,
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

/** States that poll the playlist instead of playing it. */
export const isPolling = ({ name }: PlayerState): boolean =>
  name === 'connecting' || name === 'waiting' || name === 'reconnecting';

/** States that have a playback attached to the video element. */
export const isAttached = ({ name }: PlayerState): boolean =>
  name === 'starting' || name === 'playing' || name === 'stalled' || name === 'dry';

export const isLiveState = (state: PlayerState): state is LiveState =>
  state.name !== 'offline' && state.name !== 'embed';

/** The next state. An event that does not apply to a state returns the same object. */
export function playerReducer(state: PlayerState, event: PlayerEvent): PlayerState {
  const next = reduce(state, event);
  const isStarting =
    isLiveState(next) && !(isAttached(next) && isLiveState(state) && isSameSession(state, next));
  return isStarting && next.url !== next.nextUrl ? { ...next, url: next.nextUrl } : next;
}

const isSameSession = (a: LiveState, b: LiveState): boolean => a.session === b.session;

function reduce(state: PlayerState, event: PlayerEvent): PlayerState {
  if (event.type === 'channel') return withSource(state, event.source);
  if (!isLiveState(state)) return state;
  if (event.type === 'unsupported') return state.afterwards ?? { ...state, name: 'unsupported' };
  if (isOfConnection(event)) return afterConnection(state, event);
  if (event.type === 'polled') return isPolling(state) ? afterPoll(state, event.playlist) : state;
  return isAttached(state) ? afterPlayback(state, event.type) : state;
}

type ConnectionEvent = Extract<PlayerEvent, { type: 'slow' | 'fluent' | 'sound-offered' | 'sound-alone' }>;

const isOfConnection = (event: PlayerEvent): event is ConnectionEvent =>
  ['slow', 'fluent', 'sound-offered', 'sound-alone'].includes(event.type);

function afterConnection(state: LiveState, event: ConnectionEvent): LiveState {
  switch (event.type) {
    case 'slow':
    case 'fluent':
      return state.isSlow === (event.type === 'slow') ? state : { ...state, isSlow: !state.isSlow };
    case 'sound-offered':
      return state.soundUrl === event.url ? state : { ...state, soundUrl: event.url };
    case 'sound-alone':
      return state.soundUrl === null || state.isSoundAlone === event.isOn
        ? state
        : restartPlayback({ ...state, isSoundAlone: event.isOn, isSlow: false });
  }
}

const restartPlayback = (state: LiveState): LiveState =>
  isAttached(state) ? { ...state, name: 'starting', session: state.session + 1 } : state;

function withSource(state: PlayerState, source: PlayerSource): PlayerState {
  if (source.name !== 'live') {
    if (isLiveState(state)) return toItsEnd(state, source);
    return isSame(state, source) ? state : source;
  }
  if (!isLiveState(state) || unsignedUrl(state.url) !== unsignedUrl(source.url)) return initialState(source);
  const { url: nextUrl, ingest } = source;
  if (state.ingest === ingest && state.nextUrl === nextUrl && !state.afterwards) return state;
  const next: LiveState = { ...state, nextUrl, ingest, afterwards: null };
  // The encoder has disconnected and the buffer is empty: this playback is over.
  return next.name === 'stalled' ? afterStall(next) : next;
}

/** Viewers are some seconds behind, so that playback continues until the end of the stream. */
function toItsEnd(state: LiveState, afterwards: NoPlayback): PlayerState {
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
  const segmentS = segmentsToStart(playlist, state.isCamera);
  if (segmentS === null) return { ...state, mustChange: false };
  return { ...state, name: 'starting', session: state.session + 1, segmentS };
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
      return state.isCamera ? stayDry(state) : waitAgain(state, true);
    case 'stuck':
      return isInterrupted(state) ? stayDry(state) : waitAgain(state, true);
    case 'gone':
      return waitAgain({ ...state, isSlow: false }, false);
    case 'lost':
      return { ...waitAgain(state, state.ingest === 'waiting' && !state.isCamera), name: 'reconnecting' };
  }
}

const stayDry = (state: LiveState): LiveState => (state.name === 'dry' ? state : { ...state, name: 'dry' });

/** The streamer's page has closed, and what it had sent is played. It may come back; the last picture stays. */
export const isInterrupted = ({ name, isCamera, ingest }: LiveState): boolean =>
  isCamera && ingest === 'waiting' && (name === 'stalled' || name === 'dry');

const afterStall = (state: LiveState): LiveState =>
  state.ingest === 'waiting' && !state.isCamera ? waitAgain(state, true) : { ...state, name: 'stalled' };

const waitAgain = (state: LiveState, mustChange: boolean): LiveState => ({
  ...state,
  name: 'waiting',
  mustChange,
  leftOver: null,
});

const isSame = (state: NoPlayback, next: NoPlayback): boolean =>
  state.name === 'embed' && next.name === 'embed' ? state.videoId === next.videoId : state.name === next.name;
