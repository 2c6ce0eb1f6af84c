import { repeatable } from '../../repeatable-import.ts';
import { patient } from './reachable.ts';

/** For code without which one can go on: loads it until that succeeds, with growing waits. Throws when aborted. */
export const untilItComes = <M extends object>(
  load: () => Promise<M>,
  signal = new AbortController().signal,
): Promise<M> => patient(signal).ask(repeatable(load));
