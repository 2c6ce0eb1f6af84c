/** Runs the player's state machine: polls the playlist, plays it, and dispatches the events. */
import { useEffect, useLayoutEffect, useMemo, useReducer, useState } from 'react';
import type { Channel } from '#shared/channels/channels.ts';
import { listen } from '#web/lib/listen.ts';
import { sleep } from '#web/lib/wait.ts';
import { firstPlayback } from '../engine/first-playback.ts';
import { prepareToPlay, startPlayback } from '../engine/playback.ts';
import { fetchPlaylist, type Playlist } from '../engine/playlist.ts';
import { hasMediaSource } from '../engine/video-watch.ts';
import type { Steering } from '#web/lib/player-stage.ts';
import { reportFailure } from '../report-failure.ts';
import {
  initialState,
  isAttached,
  isLiveState,
  isPolling,
  type PlayerEvent,
  playerReducer,
  type PlayerState,
} from './player.machine.ts';
import { playerSource, type RecordedChannel, recordingSource, rewindSource } from './player-source.ts';

const RETRY_AFTER_MS = 1000;

type Dispatch = (event: PlayerEvent) => void;

/**
 * The player of one channel; follows updates of the channel. The video element, whose `ref` is `setVideo`, must exist in
 * every live state; `steering` is set while something plays.
 */
export function usePlayer(channel: Pick<Channel, 'is_live' | 'video_url' | 'ingest'> & RecordedChannel) {
  const [state, dispatch] = useReducer(playerReducer, channel, (channel) => {
    const source = playerSource(channel);
    return initialState(source, source.name === 'live' ? firstPlayback(source.url) : null);
  });
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const { is_live, video_url, ingest } = channel;
  useEffect(() => {
    dispatch({ type: 'channel', source: playerSource({ is_live, video_url, ingest }) });
  }, [is_live, video_url, ingest]);
  usePlaylistPolling(state, dispatch);
  const steering = useAttached(state, dispatch, video, channel);
  const setSoundAlone = (isOn: boolean) => dispatch({ type: 'sound-alone', isOn });
  // What was loaded before says nothing about the connection now.
  useEffect(() => listen(window, 'online', () => dispatch({ type: 'fluent' })), []);
  return { state, video, setVideo, steering, setSoundAlone };
}

/**
 * Polls the playlist while there is nothing to play: every second at first, later less often. An event says when the first
 * segment exists; until then there is no playlist.
 */
function usePlaylistPolling(state: PlayerState, dispatch: Dispatch): void {
  const live = isLiveState(state) && isPolling(state) ? state : null;
  const url = live?.url;
  const isCamera = live?.isCamera ?? false;
  const isWaiting = live?.ingest === 'waiting';
  // Immediately the first time; later after a pause, so that a broken stream is not restarted in a tight loop.
  const firstPollInMs = live?.session === 0 ? 0 : RETRY_AFTER_MS;
  useEffect(() => {
    if (url === undefined) return;
    prepareToPlay();
    if (isWaiting) return;
    const stop = new AbortController();
    const target = { url, isCamera, firstPollInMs };
    // Rejects at its abort.
    pollPlaylist(target, dispatch, stop.signal).catch(() => {});
    return () => stop.abort();
  }, [url, isCamera, isWaiting, firstPollInMs, dispatch]);
}

interface PollTarget {
  readonly url: string;
  readonly isCamera: boolean;
  readonly firstPollInMs: number;
}

async function pollPlaylist(target: PollTarget, dispatch: Dispatch, signal: AbortSignal): Promise<void> {
  const { url, isCamera, firstPollInMs } = target;
  await sleep(firstPollInMs, signal);
  for (let polls = 1; ; polls += 1) {
    const playlist = await fetchPlaylist(url, signal, { isCamera });
    signal.throwIfAborted();
    dispatch({ type: 'polled', playlist });
    await sleep(nextPollInMs(polls, playlist), signal);
  }
}

function useAttached(
  state: PlayerState,
  dispatch: Dispatch,
  video: HTMLVideoElement | null,
  { recording_url, recording_started_at, is_unrecorded }: RecordedChannel,
): Steering | null {
  const [steering, onSteering] = useState<Steering | null>(null);
  const live = isLiveState(state) && isAttached(state) ? state : null;
  const url = live?.isSoundAlone ? (live.soundUrl ?? live.url) : live?.url;
  const session = live?.session;
  const segmentS = live?.segmentS;
  const isCamera = live?.isCamera ?? false;
  const streamUrl = isLiveState(state) ? state.url : null;
  const recording = useMemo(
    () => (isCamera || streamUrl === null || !hasMediaSource() ? null : recordingSource()),
    [isCamera, streamUrl],
  );
  const camera = useMemo(() => (streamUrl === null ? null : rewindSource(streamUrl)), [streamUrl]);
  const rewind = camera ?? recording;
  // It may come while the stream plays, which goes on.
  useLayoutEffect(
    () => rewind?.setChannel({ recording_url, recording_started_at, is_unrecorded }),
    [rewind, recording_url, recording_started_at, is_unrecorded],
  );
  useEffect(() => {
    if (!video || url === undefined || session === undefined || segmentS === undefined) return;
    return startPlayback(
      { video, url, segmentS, isCamera, rewind },
      {
        report: (what) => dispatch({ type: what }),
        onSteering,
        onSound: (url) => dispatch({ type: 'sound-offered', url }),
        onFailure: (kind, engine) => reportFailure({ kind, engine, watched: 'live' }),
      },
    );
  }, [url, session, segmentS, isCamera, rewind, dispatch, video]);
  useEndOfPaused(video, live?.afterwards != null, dispatch);
  return steering;
}

function useEndOfPaused(video: HTMLVideoElement | null, isEnding: boolean, dispatch: Dispatch): void {
  useEffect(() => {
    if (!video || !isEnding) return;
    const end = () => dispatch({ type: 'gone' });
    if (video.paused) end();
    return listen(video, 'pause', end);
  }, [video, isEnding, dispatch]);
}

const SOON_MS = 1000;
const GROWTH = 1.2;
const AT_MOST_MS = 1500;

/**
 * Milliseconds until the next request of a playlist, after `polls` requests. A running one is polled every second; for a
 * missing one the interval grows, because many viewers may wait for it.
 */
export const nextPollInMs = (polls: number, { kind }: Playlist): number =>
  kind === 'running' ? SOON_MS : Math.min(AT_MOST_MS, SOON_MS * GROWTH ** (polls - 1));
