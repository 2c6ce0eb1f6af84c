import { useSyncExternalStore } from 'react';
import { createEmitter } from '../async/emitter.ts';
import type { LiveSteering } from '../player-stage.ts';

const READ_EVERY_MS = 500;

/** Times in ms since 1970. */
export interface LivePosition {
  /** Seconds behind the normal live position. */
  readonly behindS: number;
  /** The capture of the current picture; `null`: unknown. */
  readonly playingMs: number | null;
  /** What can be played; `null` where the stream cannot be rewound. */
  readonly range: { readonly earliestMs: number; readonly liveMs: number } | null;
}

const clocks = new WeakMap<LiveSteering, ReturnType<typeof createLiveClock>>();

/** The position of a live stream, which one timer reads for all that display it. Without listeners there is no timer. */
export function liveClock(live: LiveSteering) {
  const clock = clocks.get(live) ?? createLiveClock(live);
  clocks.set(live, clock);
  return clock;
}

/** `select` returns a primitive, or an object of the position itself. */
export function useLivePosition<T>(live: LiveSteering, select: (position: LivePosition) => T): T {
  const { subscribe, position } = liveClock(live);
  return useSyncExternalStore(subscribe, () => select(position()));
}

function createLiveClock(live: LiveSteering) {
  const changes = createEmitter();
  let timer: ReturnType<typeof setInterval> | undefined;
  let listeners = 0;
  let latest: LivePosition | null = null;
  const refresh = (): void => {
    latest = positionOf(live);
    changes.emit();
  };
  return {
    /** The same object until the next reading. */
    position: (): LivePosition => (latest ??= positionOf(live)),
    /** Reads it at once, after a seek. */
    refresh,
    subscribe: (listener: () => void): (() => void) => {
      if (listeners === 0) {
        latest = null;
        timer = setInterval(refresh, READ_EVERY_MS);
      }
      listeners += 1;
      const unsubscribe = changes.subscribe(listener);
      return () => {
        unsubscribe();
        listeners -= 1;
        if (listeners === 0) clearInterval(timer);
      };
    },
  };
}

const positionOf = ({ behindS, playingDate, rewind }: LiveSteering): LivePosition => ({
  behindS: behindS(),
  playingMs: playingDate()?.getTime() ?? null,
  range: rewind && { earliestMs: rewind.earliestMs(), liveMs: rewind.liveMs() },
});
