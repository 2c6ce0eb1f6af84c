/** What runs in the page that is watched. */

/** A page's figures so far. */
export interface Smoothness {
  /** How long each task took that took more than 50 ms (Long Tasks API). */
  readonly longTasksMs: readonly number[];
  readonly renderedFrames: number;
  /** Decoded, and too late to be shown. */
  readonly droppedFrames: number;
  /** How often the player waited for data. */
  readonly waits: number;
  readonly lines: number;
}

declare global {
  var noted: { readonly longTasksMs: number[]; waits: number };
}

/** Before the page's own scripts: notes what keeps the page busy. */
export function noteTasks(): void {
  globalThis.noted = { longTasksMs: [], waits: 0 };
  const observer = new PerformanceObserver((list) =>
    globalThis.noted.longTasksMs.push(...list.getEntries().map(({ duration }) => duration)),
  );
  observer.observe({ type: 'longtask', buffered: true });
  // Events of media do not bubble.
  document.addEventListener('waiting', () => (globalThis.noted.waits += 1), { capture: true });
}

export function readSmoothness(): Smoothness {
  const quality = document.querySelector('video')?.getVideoPlaybackQuality();
  const { totalVideoFrames: frames = 0, droppedVideoFrames: droppedFrames = 0 } = quality ?? {};
  const lines = document.querySelectorAll('[role=log] li').length;
  return { ...globalThis.noted, renderedFrames: frames - droppedFrames, droppedFrames, lines };
}
