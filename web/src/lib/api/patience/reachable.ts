/** What to do when a part of the site did not come. */
import { createPatience } from './patience.ts';
import { browserPatience } from './patience.browser.ts';

/** A document that came by a reload is not loaded anew so soon: what a reload does not help would turn in a circle. */
const RELOAD_AGAIN_AFTER_MS = 60_000;

/** Ends when the site answers; `onSilence` is told whenever it does not. Throws when aborted. */
export function untilReachable(signal: AbortSignal, onSilence: () => void): Promise<void> {
  return retryForever(signal).ask(async () => {
    try {
      const response = await fetch('/', { method: 'HEAD', cache: 'no-store', signal });
      if (!response.ok) throw new Error(`The site answered ${response.status}`);
    } catch (error) {
      if (!signal.aborted) onSilence();
      throw error;
    }
  });
}

/** Asks for ever, with growing waits, until it is aborted. */
export const retryForever = (signal: AbortSignal) =>
  createPatience(browserPatience, signal, { giveUpAfterMs: Infinity, isWorthIt: () => !signal.aborted });

/** Whether loading the document anew takes nobody away from an upload or a broadcast, and does not do so in a circle. */
export function mayReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const hasJustReloaded = navigation?.type === 'reload' && performance.now() < RELOAD_AGAIN_AFTER_MS;
  // Whoever would hold the tab back at a reload by hand does so here as well, and no browser asks.
  return !hasJustReloaded && window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
