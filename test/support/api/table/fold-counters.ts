import type { Table } from '#functions/aws/table/table.ts';
import { countersDeps } from '#functions/composition/tick/counters-deps.ts';
import { onCountersTick } from '#functions/counters/counters.service.ts';
import { HOUR_MS } from '#shared/plain/time.ts';

/** Folds all counters, as the ticks of the next hour do. */
export const foldCounters = (table: Table): Promise<void> =>
  onCountersTick({ ...countersDeps(table, ''), isUrgent: () => false, clock: () => Date.now() + HOUR_MS });
