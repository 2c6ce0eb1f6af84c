import { queryAll } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { eachItem } from '#functions/log/each-item.ts';
import { categoryKey, categoryPartition, WATCHED_CATEGORIES } from '../category.item.ts';
import type { LiveChannel } from './live-channels.repository.ts';

const AT_ONCE = 4;

/**
 * For the tick, which has read all live channels: sets the viewers of each category to their sum, without those that their
 * owners hide: otherwise the difference from the others would be their number. Writes those that differ, once each, so that the cost does not grow with the number of channels, and corrects all errors.
 */
export async function setCategoryViewers(table: Table, live: readonly LiveChannel[]): Promise<void> {
  const stored = new Map((await watched(table)).map(({ gsi1sk: id, viewers }) => [id, viewers]));
  const sums = new Map([...stored.keys()].map((id) => [id, 0]));
  for (const { gsi2pk, viewers, hides_viewers } of live) {
    if (hides_viewers) continue;
    const id = gsi2pk?.slice(categoryPartition('').length);
    if (id !== undefined && viewers > 0) sums.set(id, (sums.get(id) ?? 0) + viewers);
  }
  const changed = [...sums].filter(([id, viewers]) => viewers !== stored.get(id));
  const work = ([id, viewers]: (typeof changed)[number]) => setViewers(table, id, viewers);
  await eachItem(changed, { step: 'categories.viewers', atOnce: AT_ONCE, work });
}

/** Returns the categories that had viewers at the last tick. */
const watched = (table: Table): Promise<{ readonly gsi1sk: string; readonly viewers: number }[]> =>
  queryAll(table, {
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :watched',
    ExpressionAttributeValues: { ':watched': WATCHED_CATEGORIES },
    ProjectionExpression: 'gsi1sk, viewers',
  });

function setViewers(table: Table, id: string, viewers: number): Promise<boolean> {
  const isWatched = viewers > 0;
  const keys = {
    gsi1pk: isWatched ? WATCHED_CATEGORIES : undefined,
    gsi1sk: isWatched ? id : undefined,
  };
  return updateItem(table, categoryKey(id), { viewers, ...keys }, { if: 'attribute_exists(pk)' });
}
