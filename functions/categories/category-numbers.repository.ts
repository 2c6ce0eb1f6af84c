import { CATEGORIES } from '../../shared/plain/category-list.ts';
import { getItem } from '../aws/table/get-item.ts';
import { getMany } from '../aws/table/read-items.ts';
import type { Table } from '../aws/table/table.ts';
import { categoryKey } from '../channels/index.ts';

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

export interface CategoryNumbersRepository {
  /** Viewers of the live channels of each of the ten, by its id. */
  countViewers(): Promise<ReadonlyMap<string, number>>;
  /** Any category, as those who chose it write its name; `null` where nobody ever did. */
  find(id: string): Promise<{ readonly name: string | undefined; readonly viewers: number } | null>;
}
