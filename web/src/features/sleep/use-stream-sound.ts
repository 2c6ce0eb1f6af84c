/** The sound of a live stream, played by the page's own player. */
import { useEffect, useEffectEvent } from 'react';
import { endAll, listen } from '#web/lib/listen.ts';
import { holdQuality } from '#web/lib/media/held-quality.ts';
import type { SleepStage } from './sleep.types.ts';

interface StreamSound {
  /** Whether it is audible; afterwards it fades out. */
  readonly isOn: boolean;
  readonly isPaused: boolean;
  /** The timer has ended: on exit the stream stays muted. */
  readonly isEnded: boolean;
}

/** Duration of a cross-fade. */
export const CROSSFADE_S = 4;
const STEP_MS = 100;

/** Plays the stream's sound alone, or with the smallest picture if there is no audio-only rendition, until exit. */
export function useStreamSound(stage: SleepStage, { isOn, isPaused, isEnded }: StreamSound): void {
  const { video, steering } = stage;
  useEffect(() => (steering ? holdQuality(steering, ({ all }) => all.at(-1)) : undefined), [steering]);
  const setSoundAlone = useEffectEvent((isAlone: boolean) => stage.setSoundAlone?.(isAlone));
  useEffect(() => {
    setSoundAlone(true);
    return () => setSoundAlone(false);
  }, []);
  const restore = useEffectEvent((video: HTMLVideoElement, volume: number) => {
    if (isEnded) setMuted(video, true);
    setVolume(video, volume);
  });
  // A stream that returns starts muted, as on every page, and stays so.
  const begin = useEffectEvent((video: HTMLVideoElement) => isOn && setMuted(video, false));
  useEffect(() => {
    if (!video) return;
    const { volume } = video;
    begin(video);
    return () => restore(video, volume);
  }, [video]);
  useEffect(() => {
    if (!video) return;
    if (isPaused) return keepPaused(video);
    return isOn ? play(video) : fadeAway(video);
  }, [video, isOn, isPaused]);
}

function setMuted(video: HTMLVideoElement, isMuted: boolean): void {
  video.muted = isMuted;
}

/** From 0 to 1. */
export function setVolume(video: HTMLVideoElement, volume: number): void {
  video.volume = volume;
}

function play(video: HTMLVideoElement): () => void {
  video.play().catch(() => {});
  return () => {};
}

/** Keeps the video paused, because a stream that returns would start by itself. */
export function keepPaused(video: HTMLVideoElement): () => void {
  video.pause();
  return listen(video, 'play', () => video.pause());
}

function fadeAway(video: HTMLVideoElement): () => void {
  if (video.muted) return keepPaused(video);
  const { volume } = video;
  const steps = (CROSSFADE_S * 1000) / STEP_MS;
  let step = 0;
  const timer = setInterval(() => {
    step += 1;
    video.volume = volume * (1 - step / steps);
    if (step < steps) return;
    clearInterval(timer);
    end = keepPaused(video);
  }, STEP_MS);
  let end = () => clearInterval(timer);
  return () => end();
}

const CHECK_EVERY_MS = 5000;
/** Tolerates short interruptions of the encoder. */
const SILENT_AFTER_MS = 20_000;

/** Calls `onSilent` repeatedly while the expected sound is missing for long, and immediately when the video ends. */
export function useSilence(video: HTMLVideoElement | null, isExpected: boolean, onSilent: () => void): void {
  const silent = useEffectEvent(onSilent);
  useEffect(() => {
    if (!isExpected) return;
    // Counts checks instead of the time, which also passes while the computer sleeps.
    let [positionS, checks] = [-1, 0];
    const timer = setInterval(() => {
      const nowS = video?.currentTime ?? -1;
      checks = nowS === positionS ? checks + 1 : 0;
      positionS = nowS;
      if (checks * CHECK_EVERY_MS >= SILENT_AFTER_MS) silent();
    }, CHECK_EVERY_MS);
    const forget = video ? listen(video, 'ended', () => silent()) : () => {};
    return endAll([forget, () => clearInterval(timer)]);
  }, [video, isExpected]);
}
