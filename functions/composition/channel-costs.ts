import type { Table } from '#functions/aws/table/table.ts';
import { channelCosts } from '#functions/costs/costs.ts';
import { costsRepository } from '#functions/costs/costs.repository.ts';
import { audienceRepository } from '#functions/presence/audience.repository.ts';

/** Costs depend on how many watched. `isVisible`: streamers see what their broadcasts cost. */
export const costsOf = (table: Table, isVisible: boolean) =>
  channelCosts({
    kept: costsRepository(table),
    audience: audienceRepository(table).list,
    isVisible,
    clock: Date.now,
  });
