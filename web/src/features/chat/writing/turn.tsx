import { useMemo, useSyncExternalStore } from 'react';
import { countdown } from '../../../lib/words/countdown.ts';
import type { Turn } from '../../../lib/turn.ts';

/** At any time. */
export const ANY_TIME: Turn = { nextMs: 0, onSettled: () => undefined };

/** Whole seconds until then; 0: now. */
export function useWaitS(nextMs: number): number {
  const { subscribe, leftS } = useMemo(() => countdown(nextMs), [nextMs]);
  return useSyncExternalStore(subscribe, leftS);
}

/** Below the field. It does not call out each second: who comes to the field hears it. */
export const WaitNote = ({ id, waitS }: { readonly id: string; readonly waitS: number }) => (
  <p id={id} role="timer" className="mt-1.5 text-xs text-soft tabular-nums">
    Slow mode: you can write again in {waitS} {waitS === 1 ? 'second' : 'seconds'}.
  </p>
);
