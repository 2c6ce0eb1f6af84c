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
import type { Deletion } from './deletion.ts';
import type { DeletionsRepository } from './ports.ts';

const PARTITION = 'DELETIONS';
/** Of milliseconds since 1970. */
const DUE_DIGITS = 15;

interface DeletionItem {
  readonly id: string;
  readonly due_ms: number;
  readonly is_swept: boolean;
}

export const DELETION_SORT_KEY = 'DELETION';
export const deletionKey = (id: string) => ({ pk: `CHANNEL#${id}`, sk: DELETION_SORT_KEY });

export const deletionsRepository = (table: Table): DeletionsRepository => ({
  listDue: async (nowMs, Limit) => {
    const { items } = await queryPage<DeletionItem>(table, {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :deletions AND gsi1sk < :now',
      ExpressionAttributeValues: { ':deletions': PARTITION, ':now': dueText(nowMs) },
      Limit,
    });
    return items.map(({ id, due_ms: dueMs, is_swept: isSwept }) => ({ id, dueMs, isSwept }));
  },
  replace: (known, next) => putItem(table, deletionItem(next), unchanged(known)),
  remove: async (known) => {
    const removal = { TableName: table.TableName, Key: deletionKey(known.id), ...where(unchanged(known)) };
    await unlessConditionFails(table.client.send(new DeleteCommand(removal)));
  },
});

export const deletionItem = ({ id, dueMs, isSwept }: Deletion) => ({
  ...deletionKey(id),
  gsi1pk: PARTITION,
  gsi1sk: `${dueText(dueMs)}#${id}`,
  ...({ id, due_ms: dueMs, is_swept: isSwept } satisfies DeletionItem),
});

const dueText = (dueMs: number): string => String(Math.round(dueMs)).padStart(DUE_DIGITS, '0');

const unchanged = ({ dueMs, isSwept }: Deletion): Condition => ({
  if: 'due_ms = :knownDue AND is_swept = :knownSwept',
  values: { ':knownDue': dueMs, ':knownSwept': isSwept },
});
