import type { Table } from '../aws/table/table.ts';
import { channelCosts, type CostsOptions } from './costs.ts';
import { costsRepository } from './costs.repository.ts';
import type { Costs } from './ports.ts';

export const costsOf = (table: Table, options: Pick<CostsOptions, 'audience' | 'isVisible'>): Costs =>
  channelCosts({ ...options, kept: costsRepository(table), clock: Date.now });
