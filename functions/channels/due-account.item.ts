import type { DueQueue } from '../aws/table/due-queue.ts';

/** Deletions and suspensions of accounts wait in one queue, so that one read of the tick finds both. */
export const DUE_ACCOUNTS: DueQueue = { partition: 'DELETIONS', index: 'gsi1' };
