/** Tells from a video element alone whether the picture moves. */

/** What a playback reports; the words are the player's events. */
export type ReportPlayback = (what: 'moving' | 'stalled' | 'stuck' | 'gone' | 'lost' | 'unsupported') => void;

/** Nothing has moved for so long that waiting for it makes no sense any more. */
const STUCK_AFTER_MS = 8000;
const LOOK_EVERY_MS = 1000;

/** Watches until the answer is called. A picture that the viewer paused is neither stalled nor stuck. */
export function watchVideo(video: HTMLVideoElement, report: ReportPlayback): () => void {
  const off = new AbortController();
  const listen = (event: string, listener: () => void) =>
    video.addEventListener(event, listener, { signal: off.signal });

  listen('playing', () => report('moving'));
  listen('waiting', () => video.seeking || video.paused || report('stalled'));
  listen('ended', () => report('gone'));
  listen('canplay', () => void startMoving(video, report));
  const stopClock = watchProgress(video, () => report('stuck'));
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

function watchProgress(video: HTMLVideoElement, onStuck: () => void): () => void {
  let lastTimeS = video.currentTime;
  let movedAtMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    const isExcused = (video.paused && video.readyState > 0) || document.hidden;
    if (video.currentTime !== lastTimeS || isExcused) movedAtMs = nowMs;
    lastTimeS = video.currentTime;
    if (nowMs - movedAtMs >= STUCK_AFTER_MS) onStuck();
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
