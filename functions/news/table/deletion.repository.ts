import { deleteFound, deletePartition } from '../../aws/table/delete-items.ts';
import type { Table } from '../../aws/table/table.ts';
import type { DeletionStep } from '../../base/deletion-step.ts';
import { noticesOf } from '../notice.item.ts';
import { newsPartition } from './news.item.ts';

/** What was told of the person and to them. What refers to that in others' lists says nothing by itself, and expires. */
export const deleteNews =
  (table: Table): DeletionStep =>
  async ({ id, hasTime }) => {
    const told = ['gsi2', 'gsi3'].map((IndexName) => ({
      IndexName,
      KeyConditionExpression: `${IndexName}pk = :notices`,
      ExpressionAttributeValues: { ':notices': noticesOf(id) },
    }));
    for (const notices of told) if (!(await deleteFound(table, notices, { hasTime }))) return false;
    return deletePartition(table, newsPartition(id), { hasTime });
  };
