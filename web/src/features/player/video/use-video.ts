/** Runs the state machine of a video: loads it, plays it, retries after a failure, and remembers the position. */
import { useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react';
import type { FailureKind, PlaybackEngine } from '#shared/plain/playback-failures.ts';
import { endAll, listen } from '#web/lib/listen.ts';
import { isBroken, isMoving, isReady, tryToPlay } from '../engine/video-watch.ts';
import { loadVideo } from '../engine/playback.ts';
import { keepPosition, positionOf } from './positions.ts';
import type { Span } from './span.ts';
import { reportFailure } from '../report-failure.ts';
import type { Steering } from '#web/lib/player-stage.ts';
import { initialVideo, retryInMs, type VideoEvent, videoReducer, type VideoState } from './video.machine.ts';

type Dispatch = (event: VideoEvent) => void;

interface VideoSource {
  readonly id: string;
  readonly url: string;
  /** Where to start instead of the remembered position. A new value seeks at once. */
  readonly start: Start | null;
  readonly muting?: Muting | undefined;
  /** The part to play, if not the whole video. Its position is not remembered. */
  readonly span?: Span | undefined;
  readonly autoplay: boolean;
}

export type Muting = 'always' | 'where-refused';

/** A requested position. Each request is a new object, so that the same position can be requested twice. */
export interface Start {
  readonly atS: number;
}

/** The playback of one video. `continuedAtS` is the remembered position from which it continued, or 0; `position` the current one. */
export function useVideo({ id, url, start, muting, span, autoplay }: VideoSource) {
  const [state, dispatch] = useReducer(videoReducer, { ...initialVideo, isWanted: autoplay });
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [continuedAtS] = useState(() => (start ? 0 : positionOf(id)));
  const position = useRef(start?.atS ?? continuedAtS);
  const steering = useLoaded({ url, state, video, position, muting }, dispatch);
  useEvents(video, dispatch);
  usePosition(video, span ? null : id, position);
  useJumps(video, start);
  useRetries(state, dispatch);
  return { state, video, setVideo, steering, continuedAtS, position };
}

function useJumps(video: HTMLVideoElement | null, start: Start | null): void {
  const known = useRef(start);
  useEffect(() => {
    if (!video || known.current === start) return;
    known.current = start;
    if (start) jump(video, start);
  }, [video, start]);
}

function jump(video: HTMLVideoElement, { atS }: Start): void {
  video.currentTime = atS;
  // A browser that refuses to play still displays the position.
  video.play().catch(() => undefined);
}

interface LoadOptions {
  readonly url: string;
  readonly state: VideoState;
  readonly video: HTMLVideoElement | null;
  readonly position: { readonly current: number };
  readonly muting: Muting | undefined;
}

function useLoaded(
  { url, state, video, position, muting }: LoadOptions,
  dispatch: Dispatch,
): Steering | null {
  const [steering, onSteering] = useState<Steering | null>(null);
  const { session, isWanted } = state;
  // Each session is another playback, even if only its number has changed.
  const playback = useMemo(() => ({ url, session }), [url, session]);
  const begin = useEffectEvent(async (video: HTMLVideoElement) => {
    if (!isWanted || !(await tryToPlay(video, muting !== undefined))) dispatch({ type: 'refused' });
  });
  useEffect(() => {
    if (!video) return;
    const stopWaiting = listen(video, 'canplay', () => {
      stopWaiting();
      void begin(video);
    });
    // An adopted element had its events earlier.
    if (isMoving(video)) dispatch({ type: 'playing' });
    else if (isReady(video)) void begin(video);
    const reports = {
      report: (what: string) => isEnd(what) && dispatch({ type: what }),
      onFailure: (kind: FailureKind, engine: PlaybackEngine) =>
        reportFailure({ kind, engine, watched: 'video' }),
      onSteering,
    };
    return endAll([stopWaiting, loadVideo({ video, url: playback.url, startS: position.current }, reports)]);
  }, [playback, video, position, dispatch]);
  return steering;
}

const isEnd = (what: string): what is 'lost' | 'gone' | 'unsupported' =>
  what === 'lost' || what === 'gone' || what === 'unsupported';

function useEvents(video: HTMLVideoElement | null, dispatch: Dispatch): void {
  useEffect(() => {
    if (!video) return;
    const types = ['playing', 'ended'] as const;
    const pause = () => isBroken(video) || dispatch({ type: 'pause' });
    const wait = () => video.seeking || dispatch({ type: 'waiting' });
    return endAll([
      ...types.map((type) => listen(video, type, () => dispatch({ type }))),
      listen(video, 'pause', pause),
      listen(video, 'waiting', wait),
    ]);
  }, [video, dispatch]);
}

const KEEP_EVERY_MS = 5000;

/** Tracks the position, and stores it every few seconds and at the end for the next visit. */
function usePosition(video: HTMLVideoElement | null, id: string | null, position: { current: number }): void {
  useEffect(() => {
    if (!video) return;
    let durationS = 0;
    const note = () => {
      // Without a source the element is at 0 again.
      if (video.readyState === 0) return;
      position.current = video.currentTime;
      durationS = video.duration;
    };
    const keep = () => {
      if (durationS > 0 && id !== null) keepPosition(id, position.current, durationS);
    };
    const timer = setInterval(keep, KEEP_EVERY_MS);
    return endAll([
      listen(video, 'timeupdate', note),
      listen(video, 'pause', keep),
      listen(window, 'pagehide', keep),
      () => clearInterval(timer),
      keep,
    ]);
  }, [video, id, position]);
}

/** Retries a failed video, with growing delays, and immediately when the network is back. */
function useRetries(state: VideoState, dispatch: Dispatch): void {
  const isLost = state.name === 'reconnecting';
  const inMs = retryInMs(state);
  useEffect(() => {
    if (!isLost) return;
    const retry = () => dispatch({ type: 'retry' });
    const timer = setTimeout(retry, inMs);
    return endAll([() => clearTimeout(timer), listen(window, 'online', retry)]);
  }, [isLost, inMs, dispatch]);
}
