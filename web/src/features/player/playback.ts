/** One playback: a live playlist attached to a video element. */
import { type ReportPlayback, watchVideo } from './video-watch.ts';

export interface Playback {
  readonly video: HTMLVideoElement;
  readonly url: string;
  /** Length of the longest segment seen, in seconds. */
  readonly segmentS: number;
}

/** Whether hls.js can run here; iPhones call their MediaSource "managed". */
const hasMediaSource = (): boolean => 'MediaSource' in window || 'ManagedMediaSource' in window;

const playsHlsItself = (video: HTMLVideoElement): boolean =>
  video.canPlayType('application/vnd.apple.mpegurl') !== '';

/** Fetches hls.js ahead of need, so that a picture that arrives is shown at once. */
export function prepareToPlay(): void {
  // A failed download is reported when the player asks for it in earnest.
  if (hasMediaSource()) import('./hls-playback.ts').catch(() => undefined);
}

/** Begins to play and reports what happens; answers how to end it and let go of the video element. */
export function startPlayback(playback: Playback, report: ReportPlayback): () => void {
  const { video } = playback;
  const stopWatching = watchVideo(video, report);
  const detach = hasMediaSource() ? attachHlsJs(playback, report) : attachNatively(playback, report);
  return () => {
    stopWatching();
    detach();
  };
}

function attachHlsJs(playback: Playback, report: ReportPlayback): () => void {
  let detach: (() => void) | null = null;
  let isOver = false;
  import('./hls-playback.ts').then(
    ({ attachHls }) => {
      if (!isOver) detach = attachHls(playback, report);
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

function attachNatively({ video, url }: Playback, report: ReportPlayback): () => void {
  if (!playsHlsItself(video)) {
    report('unsupported');
    return () => undefined;
  }
  const lost = () => report('lost');
  video.addEventListener('error', lost);
  video.src = url;
  return () => {
    video.removeEventListener('error', lost);
    video.removeAttribute('src');
    video.load();
  };
}
