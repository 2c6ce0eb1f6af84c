import { dueWork } from '../../aws/table/due-queue.ts';
import type { Table } from '../../aws/table/table.ts';
import { suspensionItem } from './suspension.item.ts';

export const suspensionsRepository = (table: Table) => dueWork(table, suspensionItem, ['due_ms', 'phase']);
