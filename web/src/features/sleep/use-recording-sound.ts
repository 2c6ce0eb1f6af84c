/** The sound of a recording, which plays again and again without a seam. */
import { useEffect, useRef, useState } from 'react';
import type { Video } from '../../../../shared/videos/videos.ts';
import { call, callPage } from '../../lib/api/api.ts';
import { createSeamlessLoop, type SeamlessLoop } from '../../lib/sound/seamless-loop.ts';
import type { LoadSound, Recording } from './sleep.types.ts';

/** What follows a stream that ends at night. */

/** `/channel/{username}/video/{id}`, with or without the site before it. */
const VIDEO_ADDRESS = /\/channel\/[^/?#]+\/video\/([^/?#]+)/;

/** The id of the video that an address leads to; `null`: to none. */
export const videoIdIn = (address: string): string | null => VIDEO_ADDRESS.exec(address)?.[1] ?? null;

/** A video from its start on, or from another place; `null` where there is nothing to play yet. */
export function recordingOf(
  { title, playback_url, thumbnail_url, status }: Video,
  startS = 0,
): Recording | null {
  if (status !== 'ready' || playback_url === null) return null;
  return { title, url: playback_url, pictureUrl: thumbnail_url, startS };
}

/** The newest replay that everybody may see, or else the newest video. */
export function newestOf(videos: readonly Video[]): Recording | null {
  const ready = videos.filter(({ visibility, is_removed }) => visibility === 'public' && !is_removed);
  const playable = (ofKind: readonly Video[]) =>
    ofKind.map((video) => recordingOf(video)).find((found) => found !== null);
  return playable(ready.filter(({ kind }) => kind === 'replay')) ?? playable(ready) ?? null;
}

/** The video that the viewer has chosen, or where there is none (any more) the channel's newest. `null`: nothing yet. */
export async function findRecording(channelId: string, address: string): Promise<Recording | null> {
  const id = videoIdIn(address);
  const chosen = id === null ? null : await call('GET /videos/{id}', { params: { id } }).catch(() => null);
  const recording = chosen && recordingOf(chosen);
  if (recording) return recording;
  const newest = await callPage('GET /videos', { query: { channel: channelId } }).catch(() => null);
  return newest && newestOf(newest.items);
}

interface RecordingSound {
  /** `null`: none is heard. */
  readonly recording: Recording | null;
  readonly isPaused: boolean;
  readonly fadeInS: number;
  readonly loadSound: LoadSound;
  /** It is heard from now on. */
  readonly onAudible: () => void;
}

/** Where what one hears passes on the way. */
export interface Mixer {
  readonly context: AudioContext;
  readonly volume: GainNode;
}

/** Made by the press that begins it all, for later nobody presses. It rests until there is something to play. */
export function useMixer(): Mixer | null {
  const [mixer, setMixer] = useState<Mixer | null>(null);
  useEffect(() => {
    const context = new AudioContext({ latencyHint: 'playback' });
    const volume = new GainNode(context);
    volume.connect(context.destination);
    // A browser that lets nothing be heard before a press never says so.
    context.resume().then(
      () => setMixer({ context, volume }),
      () => {},
    );
    return () => void context.close();
  }, []);
  return mixer;
}

/** Answers where it is, or was at last, in seconds. */
export function useRecordingSound(
  mixer: Mixer | null,
  { recording, isPaused, fadeInS, loadSound, onAudible }: RecordingSound,
): () => number {
  const loop = useRef<SeamlessLoop | null>(null);
  const lastS = useRef(0);
  const audible = useRef(onAudible);
  useEffect(() => {
    audible.current = onAudible;
  });
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
    return () => {
      lastS.current = begun.heard().currentTime;
      loop.current = null;
      begun.end();
    };
  }, [mixer, recording, fadeInS, loadSound]);
  useEffect(() => {
    if (isPaused) loop.current?.pause();
    else loop.current?.play();
  }, [isPaused]);
  return () => loop.current?.heard().currentTime ?? lastS.current;
}
