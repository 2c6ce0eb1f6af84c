import { CATEGORIES } from '../../../shared/plain/category-list.ts';
import { getItem } from '../../aws/table/get-item.ts';
import { getMany } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import { categoryKey } from './category.item.ts';
import type { CategoryNumbersRepository } from '../ports.ts';

export const categoryNumbersRepository = (table: Table): CategoryNumbersRepository => ({
  countViewers: async () => {
    const items = await getMany(
      table,
      CATEGORIES.map(({ id }) => categoryKey(id)),
    );
    const viewersOf = ({ id }: { id: string }): number =>
      Number(items.find((item) => item['pk'] === categoryKey(id).pk)?.['viewers'] ?? 0);
    return new Map(CATEGORIES.map((category) => [category.id, viewersOf(category)]));
  },
  find: async (id) => {
    const item = await getItem(table, categoryKey(id), { isConsistent: false });
    return item ? { name: item['name'] as string | undefined, viewers: Number(item['viewers'] ?? 0) } : null;
  },
});
