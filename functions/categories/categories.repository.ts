import { CATEGORIES } from '#shared/plain/category-list.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { categoryKey } from '#functions/channels/index.ts';

export type CategoryNumbersRepository = ReturnType<typeof categoryNumbersRepository>;

export const categoryNumbersRepository = (table: Table) => ({
  /** Viewers of the live channels of each of the ten categories at the latest tick, by category id. */
  countViewers: async (): Promise<ReadonlyMap<string, number>> => {
    const items = await getMany(
      table,
      CATEGORIES.map(({ id }) => categoryKey(id)),
    );
    const itemOf = (id: string) => items.find((item) => item['pk'] === categoryKey(id).pk);
    return new Map(CATEGORIES.map(({ id }) => [id, viewersOf(itemOf(id))]));
  },
  /** `null` if no channel or video ever had this category. */
  find: async (id: string) => {
    const item = await getItem(table, categoryKey(id), { isConsistent: false });
    return item ? { name: item['name'] as string | undefined, viewers: viewersOf(item) } : null;
  },
});

/** Not below zero, to which an earlier version that runs next to this one may take it between two sums. */
const viewersOf = (item: Readonly<Record<string, unknown>> | undefined): number =>
  Math.max(0, Number(item?.['viewers'] ?? 0));

/** A category with channels or public videos; otherwise `null`. Eventually consistent. */
export async function findUsedCategory(table: Table, id: string): Promise<{ readonly name: string } | null> {
  const read = { isConsistent: false, attributes: CATEGORY_ATTRIBUTES };
  const item = await getItem<UsedCategory>(table, categoryKey(id), read);
  return item && (item.channels ?? 0) + (item.videos ?? 0) > 0 ? { name: item.name } : null;
}

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
