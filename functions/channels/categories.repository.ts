import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { CATEGORIES } from '../../shared/category-list.ts';
import { getMany } from '../aws/batch-get.ts';
import type { Table } from '../aws/table.ts';
import { categoryKey } from './category.item.ts';

export interface CategoryNumbersRepository {
  /** Viewers of the live channels of each of the ten, by its id. */
  countViewers(): Promise<ReadonlyMap<string, number>>;
  /** Any category, as who bears it writes its name; `null` where nobody ever did. */
  find(id: string): Promise<{ readonly name: string | undefined; readonly viewers: number } | null>;
}

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
    const get = new GetCommand({ TableName: table.TableName, Key: categoryKey(id) });
    const { Item } = await table.client.send(get);
    return Item ? { name: Item['name'] as string | undefined, viewers: Number(Item['viewers'] ?? 0) } : null;
  },
});
