import type { Table } from '../aws/table/table.ts';
import { countersRepository } from '../limits/counters.repository.ts';
import { rateCounter } from '../limits/rate-counter.ts';
import { stageLimits } from '../limits/stage-limits.ts';
import { subscriptionPartition } from './subscriptions.item.ts';

export const subscriptionCounter = (table: Table, limits: string) =>
  rateCounter({
    rates: stageLimits(limits).rates,
    counters: countersRepository(table, subscriptionPartition),
    clock: Date.now,
  });
