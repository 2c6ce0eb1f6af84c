/** Runs in the measured page. */

/** A page's measurements so far. */
export interface Smoothness {
  /** Durations of tasks of more than 50 ms (Long Tasks API). */
  readonly longTasksMs: readonly number[];
  readonly renderedFrames: number;
  /** Decoded too late to be displayed. */
  readonly droppedFrames: number;
  /** How often the player waited for data. */
  readonly waits: number;
  readonly lines: number;
}

declare global {
  var longTasksAndWaits: { readonly longTasksMs: number[]; waits: number };
}

/** Runs before the page's own scripts: records long tasks. */
export function recordLongTasks(): void {
  globalThis.longTasksAndWaits = { longTasksMs: [], waits: 0 };
  const observer = new PerformanceObserver((list) =>
    globalThis.longTasksAndWaits.longTasksMs.push(...list.getEntries().map(({ duration }) => duration)),
  );
  observer.observe({ type: 'longtask', buffered: true });
  // Media events do not bubble.
  document.addEventListener('waiting', () => (globalThis.longTasksAndWaits.waits += 1), { capture: true });
}

export function readSmoothness(): Smoothness {
  const quality = document.querySelector('video')?.getVideoPlaybackQuality();
  const { totalVideoFrames: frames = 0, droppedVideoFrames: droppedFrames = 0 } = quality ?? {};
  const lines = document.querySelectorAll('[role=log] li').length;
  return { ...globalThis.longTasksAndWaits, renderedFrames: frames - droppedFrames, droppedFrames, lines };
}
