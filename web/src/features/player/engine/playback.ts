/** One playback: a playlist attached to a video element. */
import { endAll, listen } from '#web/lib/listen.ts';
import { firstPlayback } from './first-playback.ts';
import { importHls, importLive } from './import-hls.ts';
import type { LivePlayback, Reports, SoundPlayback, VideoPlayback } from './playback.types.ts';
import { attachRewindable } from './rewind/rewindable.ts';
import { steerNatively } from './steering.ts';
import type { LiveSteering, Steering } from '#web/lib/player-stage.ts';
import { failureOf, hasMediaSource, watchVideo } from './video-watch.ts';

const playsHlsItself = (video: HTMLVideoElement): boolean =>
  video.canPlayType('application/vnd.apple.mpegurl') !== '';

/** Preloads hls.js, so that playback starts as soon as there is a stream. */
export function prepareToPlay(): void {
  // A failed download is reported when a playback needs it.
  if (hasMediaSource()) importHls().catch(() => undefined);
}

/** Plays a live stream and reports its events. Returns a function that ends it and releases the video element. */
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
  const { rewind } = playback;
  const detach =
    rewind && (hasMediaSource() || playsHlsItself(playback.video))
      ? attachRewindable({ ...playback, rewind }, watched, {
          startLive: (reports) => startLive(playback, reports),
          now: Date.now,
        })
      : startLive(playback, watched);
  return endAll([stopWatching, detach]);
}

const startLive = (playback: LivePlayback, reports: Reports): (() => void) =>
  adopt(playback, reports) ??
  (hasMediaSource()
    ? attachHlsJs(importLive(playback.isCamera), ({ attachLive }) => attachLive(playback, reports), reports)
    : attachNatively(playback, steerNatively(playback.video, true), reports));

/** Loads a video from `startS` on and reports only what ends the playback. Returns a function that ends it. */
export function loadVideo(playback: VideoPlayback, reports: Reports): () => void {
  const { video, startS } = playback;
  const end = adopt(playback, reports);
  if (end) return end;
  if (hasMediaSource())
    return attachHlsJs(importHls(), ({ attachVideo }) => attachVideo(playback, reports), reports);
  const stopSeeking = listen(video, 'loadedmetadata', () => {
    video.currentTime = startS;
    stopSeeking();
  });
  return endAll([stopSeeking, attachNatively(playback, steerNatively(video, false), reports)]);
}

/** Takes over what the document has started in this element; `null` if it has not. */
function adopt({ url, video }: Pick<LivePlayback, 'video' | 'url'>, reports: Reports): (() => void) | null {
  const first = firstPlayback(url);
  return first?.video === video ? first.adopt(reports) : null;
}

/** Attaches through hls.js, once it is loaded. */
function attachHlsJs<Engine>(
  engine: Promise<Engine>,
  attach: (hls: Engine) => () => void,
  { report }: Reports,
): () => void {
  let detach: (() => void) | null = null;
  let isOver = false;
  engine.then(
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

function attachNatively(
  { video, url }: Pick<LivePlayback, 'video' | 'url'>,
  steering: Steering,
  reports: Reports,
): () => void {
  if (!playsHlsItself(video)) {
    reports.report('unsupported');
    return () => undefined;
  }
  const stopWatching = listen(video, 'error', () => {
    reports.onFailure?.(failureOf(video, 'media'), 'native');
    reports.report('lost');
  });
  video.src = url;
  reports.onSteering(steering);
  return () => {
    reports.onSteering(null);
    stopWatching();
    video.removeAttribute('src');
    video.load();
  };
}

/** Whether the sound of a video is available to Web Audio, which it is not where the browser plays HLS itself. */
export const canLoadSound = hasMediaSource;

/**
 * Loads the sound of a video: from an audio-only rendition if there is one, else with the smallest picture. Calls
 * `lost` if it fails. Returns a function that ends it.
 */
export function loadSound(playback: SoundPlayback, lost: () => void): () => void {
  const reports = { report: lost, onSteering: () => undefined };
  return attachHlsJs(import('./hls-sound.ts'), ({ attachSound }) => attachSound(playback, reports), reports);
}
