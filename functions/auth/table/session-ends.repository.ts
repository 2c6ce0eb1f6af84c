/**
 * Changes that must end all sessions of an account and have begun, in the queue of deletions so that one read finds both.
 * Keys:
 *
 * | item           | pk             | sk                 | gsi1pk      | gsi1sk       |
 * |----------------|----------------|--------------------|-------------|--------------|
 * | end that began | `CHANNEL#<id>` | `ENDING#<attempt>` | `DELETIONS` | `<due>#<id>` |
 *
 * Each attempt has its own, because a stranger's wrong code removes the one that it has begun.
 */
import { dueKeys, postpone } from '#functions/aws/table/due-queue.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { deleteItem, putItem } from '#functions/aws/table/write-items.ts';
import { DUE_ACCOUNTS } from '#functions/channels/index.ts';
import { MINUTE_MS } from '#shared/plain/time.ts';

/** Also the attributes of its item. */
export interface PendingSessionEnd {
  /** Of the account. */
  readonly id: string;
  readonly attempt: string;
}

const keyOf = ({ id, attempt }: PendingSessionEnd) => ({ pk: `CHANNEL#${id}`, sk: `ENDING#${attempt}` });

export type SessionEndsRepository = ReturnType<typeof sessionEndsRepository>;

export const sessionEndsRepository = (table: Table) => ({
  /** In a minute the tick ends the account's sessions. */
  begin: async (pending: PendingSessionEnd, nowMs: number): Promise<void> => {
    const due = dueKeys(DUE_ACCOUNTS, pending.id, nowMs + MINUTE_MS);
    await putItem(table, { ...keyOf(pending), ...pending, ...due });
  },
  /** Due again in a minute. False when it is done. */
  postpone: (pending: PendingSessionEnd, nowMs: number): Promise<boolean> =>
    postpone(table, DUE_ACCOUNTS, keyOf(pending), pending.id, nowMs + MINUTE_MS),
  remove: async (pending: PendingSessionEnd): Promise<void> => {
    await deleteItem(table, keyOf(pending));
  },
});
