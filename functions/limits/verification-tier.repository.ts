/**
 * What is known of an account, by which its budgets are. The account is of `functions/auth`; its key here:
 *
 * | item    | pk             | sk        |
 * |---------|----------------|-----------|
 * | account | `CHANNEL#<id>` | `ACCOUNT` |
 */
import { getItem } from '../aws/table/get-item.ts';
import type { Table } from '../aws/table/table.ts';
import type { VerificationTier } from './stage-limits.ts';

/** Asked for where a budget is bounded alone; a moment after the address was proven is soon enough. */
export const verificationTierIn =
  (table: Table) =>
  async (channelId: string): Promise<VerificationTier> => {
    const key = { pk: `CHANNEL#${channelId}`, sk: 'ACCOUNT' };
    const account = await getItem<{ is_unverified?: boolean }>(table, key, { isConsistent: false });
    return account?.is_unverified ? 'unverified' : 'verified';
  };
