import { repeatable } from '../../loading/repeatable-import.ts';
import { retryForever } from './reachable.ts';

export const retryImport = <M extends object>(
  load: () => Promise<M>,
  signal = new AbortController().signal,
): Promise<M> => retryForever(signal).retry(repeatable(load));
