/**
 * Accounts that are being deleted. Keys:
 *
 * | item     | pk             | sk         | gsi1pk      | gsi1sk       |
 * |----------|----------------|------------|-------------|--------------|
 * | deletion | `CHANNEL#<id>` | `DELETION` | `DELETIONS` | `<due>#<id>` |
 */
import { deletePartition } from '#functions/aws/table/delete-items.ts';
import { dueKeys, dueWork, listDue, postpone } from '#functions/aws/table/due-queue.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { DUE_ACCOUNTS } from '#functions/channels/index.ts';
import { isDenial } from '#functions/denied-media/index.ts';
import type { AccountDeletion, Deletion } from './deletion.ts';
import type { PendingSessionEnd } from '../table/session-ends.repository.ts';
import { type SuspensionItem, type SuspensionWork, toSuspension } from './suspension.item.ts';

interface DeletionItem {
  readonly id: string;
  readonly due_ms: number;
  readonly is_swept: boolean;
}

const DELETION_SORT_KEY = 'DELETION';
export const deletionKey = (id: string) => ({ pk: `CHANNEL#${id}`, sk: DELETION_SORT_KEY });

export type DeletionsRepository = ReturnType<typeof deletionsRepository>;

export const deletionsRepository = (table: Table) => ({
  /** Due deletions, suspensions and ends of sessions, longest overdue first. Eventually consistent. */
  listDue: async (nowMs: number, limit: number): Promise<DueAccount[]> => {
    const items = await listDue<DueItem>(table, DUE_ACCOUNTS, nowMs, limit);
    return items.map(({ pk, sk, ...item }) => ({ key: { pk, sk }, work: toWork(item) }));
  },
  /** Makes an item due later, also one that is nothing but its keys. */
  moveBack: ({ key }: DueAccount, dueMs: number): Promise<boolean> =>
    postpone(table, DUE_ACCOUNTS, key, key.pk, dueMs),
  ...dueWork(table, deletionItem, ['due_ms', 'is_swept']),
});

type StoredWork = DeletionItem | SuspensionItem | PendingSessionEnd;
type DueItem = StoredWork & { readonly pk: string; readonly sk: string };

export interface DueAccount {
  readonly key: { readonly pk: string; readonly sk: string };
  readonly work: Deletion | SuspensionWork | PendingSessionEnd;
}

function toWork(item: StoredWork): DueAccount['work'] {
  if ('attempt' in item) return { id: item.id, attempt: item.attempt };
  return 'phase' in item ? toSuspension(item) : toDeletion(item);
}

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
      // Denials of media are deleted when the CDN's store no longer has them.
      isKept: (sk) => sk === DELETION_SORT_KEY || isDenial(sk) || (!isLast && LEADS.test(sk)),
    });
