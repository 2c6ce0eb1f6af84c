import { getItem } from '../aws/table/get-item.ts';
import type { Table } from '../aws/table/table.ts';
import { categoryKey } from './table/category.item.ts';

/** A category that channels or public videos are in; `null` where none is. It may be a moment old. */
export async function findUsedCategory(table: Table, id: string): Promise<{ readonly name: string } | null> {
  const item = await getItem<UsedCategory>(table, categoryKey(id), { isConsistent: false });
  return item && (item.channels ?? 0) + (item.videos ?? 0) > 0 ? { name: item.name } : null;
}

interface UsedCategory {
  readonly name: string;
  readonly channels?: number;
  readonly videos?: number;
}
