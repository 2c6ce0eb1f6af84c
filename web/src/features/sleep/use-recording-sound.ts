import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Video } from '#shared/videos/videos.ts';
import { call, callPage } from '#web/lib/api/api.ts';
import { createSeamlessLoop, type SeamlessLoop } from '#web/lib/sound/seamless-loop.ts';
import type { LoadSound, SleepRecording } from './sleep.types.ts';

/** `/channel/{username}/video/{id}`, with or without the site before it. */
const VIDEO_ADDRESS = /\/channel\/[^/?#]+\/video\/([^/?#]+)/;

/** The video id in a URL, or `null`. */
export const videoIdIn = (address: string): string | null => VIDEO_ADDRESS.exec(address)?.[1] ?? null;

/** A video as a recording, from `startS` on; `null` if it is not ready. */
export function recordingOf(
  { title, playback_url, thumbnail_url, status }: Video,
  startS = 0,
): SleepRecording | null {
  if (status !== 'ready' || playback_url === null) return null;
  return { title, url: playback_url, pictureUrl: thumbnail_url, startS };
}

/** The newest public replay, or else the newest public video. */
export function newestOf(videos: readonly Video[]): SleepRecording | null {
  const ready = videos.filter(({ visibility, is_removed }) => visibility === 'public' && !is_removed);
  const playable = (ofKind: readonly Video[]) =>
    ofKind.map((video) => recordingOf(video)).find((found) => found !== null);
  return playable(ready.filter(({ kind }) => kind === 'replay')) ?? playable(ready) ?? null;
}

/** The chosen video, or if it does not exist the channel's newest one; `null` if there is none. */
export async function findRecording(channelId: string, address: string): Promise<SleepRecording | null> {
  const id = videoIdIn(address);
  const chosen = id === null ? null : await call('GET /videos/{id}', { params: { id } }).catch(() => null);
  const recording = chosen && recordingOf(chosen);
  if (recording) return recording;
  const newest = await callPage('GET /videos', { query: { channel: channelId } }).catch(() => null);
  return newest && newestOf(newest.items);
}

interface RecordingSound {
  /** `null`: silence. */
  readonly recording: SleepRecording | null;
  readonly isPaused: boolean;
  readonly fadeInS: number;
  readonly loadSound: LoadSound;
  /** Called when it becomes audible. */
  readonly onAudible: () => void;
}

/** The audio context and the volume of the output; `null` until the browser allows sound. */
export function useMixer() {
  const [mixer, setMixer] = useState<{ context: AudioContext; volume: GainNode } | null>(null);
  useEffect(() => {
    const context = new AudioContext({ latencyHint: 'playback' });
    const volume = new GainNode(context);
    volume.connect(context.destination);
    // Without a user gesture `resume` may never settle.
    context.resume().then(
      () => setMixer({ context, volume }),
      () => {},
    );
    return () => void context.close();
  }, []);
  return mixer;
}

/** Plays in a seamless loop. Returns a function that gives the current or last position in seconds. */
export function useRecordingSound(
  mixer: ReturnType<typeof useMixer>,
  { recording, isPaused, fadeInS, loadSound, onAudible }: RecordingSound,
): () => number {
  const loop = useRef<SeamlessLoop | null>(null);
  const lastS = useRef(0);
  const audible = useRef(onAudible);
  useEffect(() => {
    audible.current = onAudible;
  });
  const pauseIfWanted = useEffectEvent((begun: SeamlessLoop) => isPaused && begun.pause());
  useEffect(() => {
    if (!mixer) return;
    const { context, volume } = mixer;
    if (!recording) return void context.suspend();
    void context.resume();
    const { url, startS } = recording;
    const begun = createSeamlessLoop({
      output: volume,
      elements: [new Audio(), new Audio()],
      load: (element, startS, lost) => loadSound({ element, url, startS }, lost),
      startS,
      fadeInS,
      onTurn: () => audible.current(),
    });
    loop.current = begun;
    pauseIfWanted(begun);
    return () => {
      lastS.current = begun.audible().currentTime;
      loop.current = null;
      begun.end();
    };
  }, [mixer, recording, fadeInS, loadSound]);
  useEffect(() => {
    if (isPaused) loop.current?.pause();
    else loop.current?.play();
  }, [isPaused]);
  return () => loop.current?.audible().currentTime ?? lastS.current;
}
