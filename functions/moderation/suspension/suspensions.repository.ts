import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { unlessConditionFails } from '../../aws/retry.ts';
import type { Table } from '../../aws/table/table.ts';
import { where, type Condition } from '../../aws/table/write-expressions.ts';
import { putItem } from '../../aws/table/write-items.ts';
import type { SuspensionWork, SuspensionsRepository } from './ports.ts';
import { suspensionItem, suspensionKey } from './suspension.item.ts';

export const suspensionsRepository = (table: Table): SuspensionsRepository => ({
  replace: (known, next) => putItem(table, suspensionItem(next), unchanged(known)),
  remove: async (known) => {
    const removal = { TableName: table.TableName, Key: suspensionKey(known.id), ...where(unchanged(known)) };
    await unlessConditionFails(table.client.send(new DeleteCommand(removal)));
  },
});

const unchanged = ({ dueMs, phase }: SuspensionWork): Condition => ({
  if: 'due_ms = :knownDue AND phase = :knownPhase',
  values: { ':knownDue': dueMs, ':knownPhase': phase },
});
