import { repeatable } from '../../repeatable-import.ts';
import { retryForever } from './reachable.ts';

/** For code without which one can go on: loads it until that succeeds, with growing waits. Throws when aborted. */
export const retryImport = <M extends object>(
  load: () => Promise<M>,
  signal = new AbortController().signal,
): Promise<M> => retryForever(signal).ask(repeatable(load));
