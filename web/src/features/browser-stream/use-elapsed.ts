import { useNow } from '#web/lib/hooks/browser-hooks.ts';

const EVERY_MS = 5000;

/** How long a broadcast is live, updated every five seconds; 0 before it is. */
export function useElapsedS(startedAtMs: number | null): number {
  const nowMs = useNow(EVERY_MS);
  return startedAtMs === null ? 0 : Math.max(0, nowMs - startedAtMs) / 1000;
}
