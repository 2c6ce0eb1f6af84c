import { getItem } from '../../aws/table/get-item.ts';
import type { Table } from '../../aws/table/table.ts';
import { usernameKey } from '../channel.item.ts';

/**
 * The channel that has this name, in any case; `null` where none has, as of a name that somebody has left. It may be a
 * moment old.
 */
export async function findChannelId(table: Table, username: string): Promise<string | null> {
  const read = { isConsistent: false, attributes: CLAIM_ATTRIBUTES };
  return claimedBy(await getItem<Claim>(table, usernameKey(username), read));
}

/** What is read of the claim of a name. */
export const CLAIM_ATTRIBUTES = ['channel_id', 'is_hidden'] as const satisfies readonly (keyof Claim)[];

interface Claim {
  readonly channel_id?: string;
  /** Its channel is not to be seen. */
  readonly is_hidden?: true | undefined;
}

/** Whose a name is, by the item of its claim. */
export const claimedBy = (claim: Claim | undefined): string | null =>
  claim?.is_hidden ? null : (claim?.channel_id ?? null);
