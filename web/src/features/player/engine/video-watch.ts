/** Observes a video element and reports whether its picture moves. */
import type { FailureKind } from '#shared/plain/playback-failures.ts';
import { endAll, listen } from '#web/lib/listen.ts';
import type { LiveSteering } from '#web/lib/player-stage.ts';

/** Whether hls.js can run here; iPhones have a `ManagedMediaSource`. */
export const hasMediaSource = (): boolean => 'MediaSource' in window || 'ManagedMediaSource' in window;

/** HTML Standard §4.8.11.1, `MediaError`. */
const KINDS: Readonly<Record<number, FailureKind>> = { 2: 'network', 3: 'decode' };

/** Whether the element has failed. Chromium then pauses it, which is not a pause by the viewer. */
export const isBroken = ({ error }: HTMLMediaElement): boolean => error !== null;

/** The reason of an element's failure, or `otherwise` where the element gives none. */
export const failureOf = (video: HTMLMediaElement | null, otherwise: FailureKind): FailureKind =>
  KINDS[video?.error?.code ?? 0] ?? otherwise;

export type ReportPlayback = (
  what: 'moving' | 'stalled' | 'stuck' | 'dry' | 'gone' | 'lost' | 'unsupported' | 'slow' | 'fluent',
) => void;

/** After this time without movement the playback is considered stuck. */
const STUCK_AFTER_MS = 8000;
const CHECK_EVERY_MS = 1000;

/** With less than this in the buffer the browser waits for more. */
const NOTHING_S = 0.5;

type Ahead = LiveSteering['aheadS'];

/** Whether it plays, and has the next frames (`HAVE_FUTURE_DATA`, HTML Standard §4.8.11.7). */
export const isMoving = (video: HTMLVideoElement): boolean => !video.paused && isReady(video);

export const isReady = ({ readyState }: HTMLVideoElement): boolean => readyState >= 3;

/** Observes until the returned function is called. A picture that the viewer paused is neither stalled nor stuck. */
export function watchVideo(video: HTMLVideoElement, aheadS: Ahead, report: ReportPlayback): () => void {
  // An adopted element had its events earlier.
  if (isMoving(video)) report('moving');
  else if (isReady(video)) void startMoving(video, report);
  return endAll([
    listen(video, 'playing', () => report('moving')),
    listen(video, 'waiting', () => video.seeking || video.paused || report('stalled')),
    listen(video, 'ended', () => report('gone')),
    listen(video, 'canplay', () => startMoving(video, report)),
    watchProgress(video, aheadS, report),
  ]);
}

/** Starts what autoplay did not. If the browser refuses, the controls become visible. */
async function startMoving(video: HTMLVideoElement, report: ReportPlayback): Promise<void> {
  if (!video.paused || video.currentTime > 0) return;
  if (!(await tryToPlay(video, true))) report('moving');
}

/** Plays; muted, if the browser refuses the sound and `mayMute`. Returns false if it refuses to play. */
export async function tryToPlay(video: HTMLVideoElement, mayMute: boolean): Promise<boolean> {
  try {
    await video.play();
    return true;
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return true;
    if (!mayMute || video.muted) return false;
    video.muted = true;
    return tryToPlay(video, mayMute);
  }
}

function watchProgress(video: HTMLVideoElement, aheadS: Ahead, report: ReportPlayback): () => void {
  let lastTimeS = video.currentTime;
  let movedAtMs = performance.now();
  /** When the buffer was last empty. */
  let dryAtMs = movedAtMs;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    const isPausedByViewer = video.paused && video.readyState > 0 && !isBroken(video);
    const isExcused = isPausedByViewer || document.hidden;
    if (video.currentTime !== lastTimeS || isExcused) movedAtMs = nowMs;
    if ((aheadS() ?? 1) < NOTHING_S) dryAtMs = nowMs;
    lastTimeS = video.currentTime;
    if (nowMs - movedAtMs < STUCK_AFTER_MS) return;
    report(nowMs - dryAtMs < STUCK_AFTER_MS ? 'dry' : 'stuck');
  }, CHECK_EVERY_MS);
  return () => clearInterval(timer);
}
