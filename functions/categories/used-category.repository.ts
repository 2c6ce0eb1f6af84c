import { getItem } from '../aws/table/get-item.ts';
import type { Table } from '../aws/table/table.ts';
import { categoryKey } from '../channels/index.ts';

/** A category that channels or public videos are in; `null` where none is. It may be a moment old. */
export async function findUsedCategory(table: Table, id: string): Promise<{ readonly name: string } | null> {
  const read = { isConsistent: false, attributes: CATEGORY_ATTRIBUTES };
  const item = await getItem<UsedCategory>(table, categoryKey(id), read);
  return item && (item.channels ?? 0) + (item.videos ?? 0) > 0 ? { name: item.name } : null;
}

/** What is read of a category's numbers. */
export const CATEGORY_ATTRIBUTES = [
  'name',
  'channels',
  'videos',
] as const satisfies readonly (keyof UsedCategory)[];

interface UsedCategory {
  readonly name: string;
  readonly channels?: number;
  readonly videos?: number;
}
