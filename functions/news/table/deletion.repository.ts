import { deleteFound, deletePartition } from '#functions/aws/table/delete-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import type { AccountStep } from '#functions/base/account-step.ts';
import { noticesOf } from '../notice.item.ts';
import { newsPartition } from './news.item.ts';

/** Deletes notices about the person and their own news. Entries in others' lists have only ids, and expire. */
export const deleteNews =
  (table: Table): AccountStep =>
  async ({ id, hasTime }) => {
    const notices = ['gsi2', 'gsi3'].map((IndexName) => ({
      IndexName,
      KeyConditionExpression: `${IndexName}pk = :notices`,
      ExpressionAttributeValues: { ':notices': noticesOf(id) },
    }));
    for (const query of notices) if (!(await deleteFound(table, query, { hasTime }))) return false;
    return deletePartition(table, newsPartition(id), { hasTime });
  };
