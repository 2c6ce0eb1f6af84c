/**
 * Accounts that are being deleted, as the table holds them. Keys:
 *
 * | item     | pk             | sk         | gsi1pk      | gsi1sk       |
 * |----------|----------------|------------|-------------|--------------|
 * | deletion | `CHANNEL#<id>` | `DELETION` | `DELETIONS` | `<due>#<id>` |
 */
import { dueKeys, dueWork, listDue } from '../../aws/table/due-queue.ts';
import type { Table } from '../../aws/table/table.ts';
import { DUE_ACCOUNTS } from '../../channels/due-account.item.ts';
import { toSuspension, type SuspensionItem } from '../../moderation/index.ts';
import type { Deletion } from './deletion.ts';
import type { DeletionsRepository } from './ports.ts';

interface DeletionItem {
  readonly id: string;
  readonly due_ms: number;
  readonly is_swept: boolean;
}

export const DELETION_SORT_KEY = 'DELETION';
export const deletionKey = (id: string) => ({ pk: `CHANNEL#${id}`, sk: DELETION_SORT_KEY });

export const deletionsRepository = (table: Table): DeletionsRepository => ({
  listDue: async (nowMs, limit) => {
    const items = await listDue<DeletionItem | SuspensionItem>(table, DUE_ACCOUNTS, nowMs, limit);
    return items.map((item) => ('phase' in item ? toSuspension(item) : toDeletion(item)));
  },
  ...dueWork(table, deletionItem, ['due_ms', 'is_swept']),
});

const toDeletion = ({ id, due_ms: dueMs, is_swept: isSwept }: DeletionItem): Deletion => ({
  id,
  dueMs,
  isSwept,
});

export const deletionItem = ({ id, dueMs, isSwept }: Deletion) => ({
  ...deletionKey(id),
  ...dueKeys(DUE_ACCOUNTS, id, dueMs),
  ...({ id, due_ms: dueMs, is_swept: isSwept } satisfies DeletionItem),
});
