import { getMany } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { accountKey } from '#functions/channels/index.ts';
import type { AccountItem } from '../table/account.item.ts';

interface ProvenAddress {
  readonly to: string;
  readonly username: string;
}

/** E-mail addresses by account id, without unproven ones and accounts that are being deleted. */
export async function provenAddresses(
  table: Table,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProvenAddress>> {
  const items = await getMany<AccountItem>(table, ids.map(accountKey));
  const proven = items.filter(({ is_unverified, is_leaving }) => !is_unverified && !is_leaving);
  return new Map(proven.map(({ id, email: to, username }) => [id, { to, username }]));
}
