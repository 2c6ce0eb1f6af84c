import { CATEGORIES } from '../../shared/category-list.ts';
import { getMany } from '../aws/batch-get.ts';
import type { Table } from '../aws/table.ts';
import { categoryKey } from './category.item.ts';

/** Viewers of the live channels of each category, by its id. */
export interface CategoryViewersRepository {
  countViewers(): Promise<ReadonlyMap<string, number>>;
}

export const categoryViewersRepository = (table: Table): CategoryViewersRepository => ({
  countViewers: async () => {
    const items = await getMany(
      table,
      CATEGORIES.map(({ id }) => categoryKey(id)),
    );
    const viewersOf = ({ id }: { id: string }): number =>
      Number(items.find((item) => item['pk'] === categoryKey(id).pk)?.['viewers'] ?? 0);
    return new Map(CATEGORIES.map((category) => [category.id, viewersOf(category)]));
  },
});
