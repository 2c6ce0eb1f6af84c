/**
 * Accounts that are being deleted, as the table holds them. Keys:
 *
 * | item     | pk             | sk         | gsi1pk      | gsi1sk       |
 * |----------|----------------|------------|-------------|--------------|
 * | deletion | `CHANNEL#<id>` | `DELETION` | `DELETIONS` | `<due>#<id>` |
 */
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { queryPage } from '../../aws/table/read-items.ts';
import { unlessConditionFails } from '../../aws/retry.ts';
import type { Table } from '../../aws/table/table.ts';
import { where, type Condition } from '../../aws/table/write-expressions.ts';
import { putItem } from '../../aws/table/write-items.ts';
import { DUE_PARTITION, dueKeys, dueText } from '../../channels/due-account.item.ts';
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
  listDue: async (nowMs, Limit) => {
    const { items } = await queryPage<DeletionItem | SuspensionItem>(table, {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :deletions AND gsi1sk < :now',
      ExpressionAttributeValues: { ':deletions': DUE_PARTITION, ':now': dueText(nowMs) },
      Limit,
    });
    return items.map((item) => ('phase' in item ? toSuspension(item) : toDeletion(item)));
  },
  replace: (known, next) => putItem(table, deletionItem(next), unchanged(known)),
  remove: async (known) => {
    const removal = { TableName: table.TableName, Key: deletionKey(known.id), ...where(unchanged(known)) };
    await unlessConditionFails(table.client.send(new DeleteCommand(removal)));
  },
});

const toDeletion = ({ id, due_ms: dueMs, is_swept: isSwept }: DeletionItem): Deletion => ({
  id,
  dueMs,
  isSwept,
});

export const deletionItem = ({ id, dueMs, isSwept }: Deletion) => ({
  ...deletionKey(id),
  ...dueKeys(id, dueMs),
  ...({ id, due_ms: dueMs, is_swept: isSwept } satisfies DeletionItem),
});

const unchanged = ({ dueMs, isSwept }: Deletion): Condition => ({
  if: 'due_ms = :knownDue AND is_swept = :knownSwept',
  values: { ':knownDue': dueMs, ':knownSwept': isSwept },
});
