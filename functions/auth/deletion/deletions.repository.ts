/**
 * Accounts that are being deleted, as the table holds them. Keys:
 *
 * | item     | pk             | sk         | gsi1pk      | gsi1sk       |
 * |----------|----------------|------------|-------------|--------------|
 * | deletion | `CHANNEL#<id>` | `DELETION` | `DELETIONS` | `<due>#<id>` |
 */
import { deletePartition } from '../../aws/table/delete-items.ts';
import { dueKeys, dueWork, listDue } from '../../aws/table/due-queue.ts';
import type { Table } from '../../aws/table/table.ts';
import { DUE_ACCOUNTS } from '../../channels/index.ts';
import type { AccountDeletion, Deletion, DeletionsRepository, DueSuspension } from './deletion.ts';

interface DeletionItem {
  readonly id: string;
  readonly due_ms: number;
  readonly is_swept: boolean;
}

const DELETION_SORT_KEY = 'DELETION';
export const deletionKey = (id: string) => ({ pk: `CHANNEL#${id}`, sk: DELETION_SORT_KEY });

/** Suspensions share the queue; `toSuspension` maps their items. */
export const deletionsRepository = <I extends DueSuspension, S extends DueSuspension>(
  table: Table,
  toSuspension: (item: I) => S,
): DeletionsRepository<S> => ({
  listDue: async (nowMs, limit) => {
    const items = await listDue<DeletionItem | I>(table, DUE_ACCOUNTS, nowMs, limit);
    return items.map((item) => (isSuspension(item) ? toSuspension(item) : toDeletion(item)));
  },
  ...dueWork(table, deletionItem, ['due_ms', 'is_swept']),
});

const isSuspension = <I extends DueSuspension>(item: DeletionItem | I): item is I => 'phase' in item;

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

/** Items that lead to late data: IVS channels with their recordings, and broadcasts. */
const LEADS = /^(STREAM|INGEST#.*|CAMERA|CAMERA_BROADCAST#.*)$/;

export const deleteRest =
  (table: Table) =>
  ({ id, isLast, hasTime }: AccountDeletion): Promise<boolean> =>
    deletePartition(table, `CHANNEL#${id}`, {
      hasTime,
      isKept: (sk) => sk === DELETION_SORT_KEY || (!isLast && LEADS.test(sk)),
    });
