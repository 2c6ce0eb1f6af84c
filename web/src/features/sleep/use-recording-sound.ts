/** The sound of a recording, which plays again and again without a seam. */
import { useEffect, useRef, useState } from 'react';
import { createSeamlessLoop, type SeamlessLoop } from '../../lib/sound/seamless-loop.ts';
import type { LoadSound, Recording } from './sleep.types.ts';

interface RecordingSound {
  /** `null`: none is heard. */
  readonly recording: Recording | null;
  readonly isPaused: boolean;
  readonly fadeInS: number;
  readonly loadSound: LoadSound;
  /** It is heard from now on. */
  readonly onHeard: () => void;
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
  { recording, isPaused, fadeInS, loadSound, onHeard }: RecordingSound,
): () => number {
  const loop = useRef<SeamlessLoop | null>(null);
  const lastS = useRef(0);
  const heard = useRef(onHeard);
  useEffect(() => {
    heard.current = onHeard;
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
      onTurn: () => heard.current(),
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
