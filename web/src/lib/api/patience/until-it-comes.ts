import { repeatable } from '../../repeatable-import.ts';
import { browserPatience } from './patience.browser.ts';
import { createPatience } from './patience.ts';

/** For code without which one can go on: loads it until that succeeds, with growing waits. Throws when aborted. */
export function untilItComes<M extends object>(
  load: () => Promise<M>,
  signal = new AbortController().signal,
): Promise<M> {
  const patience = { giveUpAfterMs: Infinity, isWorthIt: () => !signal.aborted };
  return createPatience(browserPatience, signal, patience).ask(repeatable(load));
}
