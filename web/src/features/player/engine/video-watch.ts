/** Tells from a video element whether the picture moves. */
import type { FailureKind } from '../../../../../shared/plain/playback-failures.ts';
import type { LiveSteering } from './steering.ts';

/** HTML Standard §4.8.11.1, `MediaError`. */
const KINDS: Readonly<Record<number, FailureKind>> = { 2: 'network', 3: 'decode' };

/** Whether an element can play no more. Chromium pauses it then, which is not the viewer's pause. */
export const isBroken = ({ error }: HTMLMediaElement): boolean => error !== null;

/** What an element says of why it cannot go on, or else what is known from elsewhere. */
export const failureOf = (video: HTMLMediaElement | null, otherwise: FailureKind): FailureKind =>
  KINDS[video?.error?.code ?? 0] ?? otherwise;

/** What a playback reports; the words are the player's events. */
export type ReportPlayback = (
  what: 'moving' | 'stalled' | 'stuck' | 'dry' | 'gone' | 'lost' | 'unsupported' | 'slow' | 'fluent',
) => void;

/** Nothing has moved for so long that waiting for it makes no sense any more. */
const STUCK_AFTER_MS = 8000;
const CHECK_EVERY_MS = 1000;

/** With less than this the browser waits for more. */
const NOTHING_S = 0.5;

type Ahead = LiveSteering['aheadS'];

/** Watches until the answer is called. A picture that the viewer paused is neither stalled nor stuck. */
export function watchVideo(video: HTMLVideoElement, aheadS: Ahead, report: ReportPlayback): () => void {
  const off = new AbortController();
  const listen = (event: string, listener: () => void) =>
    video.addEventListener(event, listener, { signal: off.signal });

  listen('playing', () => report('moving'));
  listen('waiting', () => video.seeking || video.paused || report('stalled'));
  listen('ended', () => report('gone'));
  listen('canplay', () => void startMoving(video, report));
  const stopClock = watchProgress(video, aheadS, report);
  return () => {
    off.abort();
    stopClock();
  };
}

/** Starts what autoplay did not. Sound that the browser refuses is muted; a refusal even so uncovers the controls. */
async function startMoving(video: HTMLVideoElement, report: ReportPlayback): Promise<void> {
  if (!video.paused || video.currentTime > 0) return;
  try {
    await video.play();
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return;
    if (video.muted) return report('moving');
    video.muted = true;
    await startMoving(video, report);
  }
}

function watchProgress(video: HTMLVideoElement, aheadS: Ahead, report: ReportPlayback): () => void {
  let lastTimeS = video.currentTime;
  let movedAtMs = performance.now();
  /** When there was last nothing to be played. */
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
