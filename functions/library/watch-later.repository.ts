import { MAX_WATCH_LATER } from '#shared/limits.ts';
import { readPage } from '#functions/aws/table/cursor.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { ABSENT, addition, putInput, transact } from '#functions/aws/table/write-items.ts';
import type { PageRequest } from '#functions/base/page.ts';
import { laterItem, laterKey, laterList, type LibraryItem, savedKey } from './library.item.ts';

export type WatchLaterRepository = ReturnType<typeof watchLaterRepository>;

/** See `library.item.ts` for the keys. Every write may be repeated. */
export const watchLaterRepository = (table: Table) => ({
  has: async (personId: string, videoId: string): Promise<boolean> =>
    (await getItem(table, laterKey(personId, videoId))) !== undefined,
  count: async (personId: string): Promise<number> =>
    (await getItem<{ readonly videos?: number }>(table, savedKey(personId)))?.videos ?? 0,
  /** Newest first; eventually consistent. */
  list: (personId: string, page: PageRequest) => readPage<LibraryItem>(table, laterList(personId), page),
  /** False if the person has saved too many. */
  add: async (personId: string, videoId: string, nowMs: number): Promise<boolean> => {
    const Item = laterItem(personId, videoId, new Date(nowMs).toISOString());
    const isAdded = await transact(table, [
      { Put: putInput(table, Item, ABSENT) },
      { Update: addition(table, savedKey(personId), { videos: 1 }, HAS_ROOM) },
    ]);
    return isAdded || (await getItem(table, laterKey(personId, videoId))) !== undefined;
  },
  remove: async (personId: string, videoId: string): Promise<void> => {
    const { TableName } = table;
    const Key = laterKey(personId, videoId);
    await transact(table, [
      { Delete: { TableName, Key, ConditionExpression: 'attribute_exists(pk)' } },
      { Update: addition(table, savedKey(personId), { videos: -1 }) },
    ]);
  },
});

const HAS_ROOM = {
  if: 'attribute_not_exists(videos) OR videos < :max',
  values: { ':max': MAX_WATCH_LATER },
};
