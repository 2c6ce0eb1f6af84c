/** One playback: a playlist attached to a video element. */
import type { FailureKind, PlaybackEngine } from '../../../../../shared/plain/playback-failures.ts';
import type * as Hls from './hls/hls-playback.ts';
import { type LiveSteering, type Steering, steerNatively } from './steering.ts';
import { failureOf, type ReportPlayback, watchVideo } from './video-watch.ts';

/** What is played, and to whom it is reported. */

/** What a live stream is made of. */
export interface LiveSegments {
  /** Their length in seconds: of the longest, or from a camera of most. */
  readonly segmentS: number;
  /** The broadcast comes from a browser's camera. @default false */
  readonly isCamera?: boolean;
}

export interface LivePlayback extends LiveSegments {
  readonly video: HTMLVideoElement;
  readonly url: string;
}

export interface VideoPlayback {
  readonly video: HTMLVideoElement;
  readonly url: string;
  /** Where to begin, in seconds. */
  readonly startS: number;
}

export interface SoundPlayback extends Omit<VideoPlayback, 'video'> {
  readonly element: HTMLMediaElement;
}

export interface Reports {
  readonly report: ReportPlayback;
  /** Why a playback was lost, as far as it is known. @default nobody asks */
  readonly onFailure?: (kind: FailureKind, engine: PlaybackEngine) => void;
  /** Hands over what can be steered, and `null` when it is over. */
  readonly onSteering: (steering: Steering | null) => void;
  /** There is a playlist of the sound alone. @default nobody asks */
  readonly onSound?: (url: string) => void;
}

/** Whether hls.js can run here; iPhones call their MediaSource "managed". */
export const hasMediaSource = (): boolean => 'MediaSource' in window || 'ManagedMediaSource' in window;

const playsHlsItself = (video: HTMLVideoElement): boolean =>
  video.canPlayType('application/vnd.apple.mpegurl') !== '';

/** Fetches hls.js ahead of need, so that a picture that arrives is shown at once. */
export function prepareToPlay(): void {
  // A failed download is reported when the player asks for it in earnest.
  if (hasMediaSource()) import('./hls/hls-playback.ts').catch(() => undefined);
}

/** Begins to play a live stream and reports what happens; answers how to end it and let go of the video element. */
export function startPlayback(playback: LivePlayback, reports: Reports): () => void {
  let live: LiveSteering | null = null;
  const watched: Reports = {
    ...reports,
    onSteering: (steering) => {
      live = steering?.live ?? null;
      reports.onSteering(steering);
    },
  };
  const stopWatching = watchVideo(playback.video, () => live?.aheadS() ?? null, reports.report);
  const detach = hasMediaSource()
    ? attachHlsJs(({ attachLive }) => attachLive(playback, watched), watched)
    : attachNatively(playback, steerNatively(playback.video, true), watched);
  return () => {
    stopWatching();
    detach();
  };
}

/** Loads a video from `startS` on; reports only what ends the playback. Answers how to end it. */
export function loadVideo(playback: VideoPlayback, reports: Reports): () => void {
  const { video, startS } = playback;
  if (hasMediaSource()) return attachHlsJs(({ attachVideo }) => attachVideo(playback, reports), reports);
  const goToStart = () => {
    video.currentTime = startS;
  };
  video.addEventListener('loadedmetadata', goToStart, { once: true });
  const detach = attachNatively(playback, steerNatively(video, false), reports);
  return () => {
    video.removeEventListener('loadedmetadata', goToStart);
    detach();
  };
}

/** Attaches through hls.js, once that has come. */
export function attachHlsJs(attach: (hls: typeof Hls) => () => void, { report }: Reports): () => void {
  let detach: (() => void) | null = null;
  let isOver = false;
  import('./hls/hls-playback.ts').then(
    (hls) => {
      if (!isOver) detach = attach(hls);
    },
    () => {
      if (!isOver) report('lost');
    },
  );
  return () => {
    isOver = true;
    detach?.();
  };
}

type Target = Pick<LivePlayback, 'video' | 'url'>;

function attachNatively({ video, url }: Target, steering: Steering, reports: Reports): () => void {
  if (!playsHlsItself(video)) {
    reports.report('unsupported');
    return () => undefined;
  }
  const lost = () => {
    reports.onFailure?.(failureOf(video, 'media'), 'native');
    reports.report('lost');
  };
  video.addEventListener('error', lost);
  video.src = url;
  reports.onSteering(steering);
  return () => {
    reports.onSteering(null);
    video.removeEventListener('error', lost);
    video.removeAttribute('src');
    video.load();
  };
}

/** One playback of a video's sound, without its picture where that can be. */

/** Whether the sound of a video can be had through Web Audio: browsers give none of what they play by themselves. */
export const canLoadSound = hasMediaSource;

/**
 * Loads the sound of a video: alone where its playlist offers that, else with the smallest picture. Calls `lost` where
 * it cannot go on. Answers how to end it.
 */
export function loadSound(playback: SoundPlayback, lost: () => void): () => void {
  const reports = { report: lost, onSteering: () => undefined };
  return attachHlsJs(({ attachSound }) => attachSound(playback, reports), reports);
}
