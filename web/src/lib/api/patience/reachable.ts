/** Handles code that failed to load. */
import { timedFetch } from '../timed-fetch.ts';
import { browserPatience, createPatience } from './patience.ts';

/** The minimum time between reloads, which prevents a loop. */
const RELOAD_AGAIN_AFTER_MS = 60_000;

/** Resolves when the site responds; calls `onSilence` on each failure. Throws on abort. */
export function untilReachable(signal: AbortSignal, onSilence: () => void): Promise<void> {
  return retryForever(signal).retry(async () => {
    try {
      const response = await timedFetch('/', { method: 'HEAD', cache: 'no-store', signal });
      if (!response.ok) throw new Error(`The site answered ${response.status}`);
    } catch (error) {
      if (!signal.aborted) onSilence();
      throw error;
    }
  });
}

export const retryForever = (signal: AbortSignal) =>
  createPatience(browserPatience, signal, { giveUpAfterMs: Infinity, isWorthIt: () => !signal.aborted });

/** Whether a reload is safe: no upload or broadcast, and no loop. */
export function mayReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const hasJustReloaded = navigation?.type === 'reload' && performance.now() < RELOAD_AGAIN_AFTER_MS;
  // Runs the listeners that would also block a manual reload, without a browser prompt.
  return !hasJustReloaded && window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
