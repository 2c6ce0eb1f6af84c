import { HISTORY_KEPT_MS } from '#shared/limits.ts';
import { HOUR_MS } from '#shared/plain/time.ts';
import { readPage } from '#functions/aws/table/cursor.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { deleteItem, putItem, updateItem } from '#functions/aws/table/write-items.ts';
import type { PageRequest } from '#functions/base/page.ts';
import {
  historyList,
  settingsKey,
  type SettingsItem,
  watchedItem,
  watchedKey,
  type WatchedItem,
} from './library.item.ts';

/** For this time an entry keeps its place in the list, because a move costs more than a new position. */
const SAME_VISIT_MS = HOUR_MS;

export interface HistoryState {
  readonly isPaused: boolean;
  /** Earlier entries are not part of the history. ISO 8601, UTC, and a character that sorts after any other. */
  readonly since: string;
}

export type HistoryRepository = ReturnType<typeof historyRepository>;

/** See `library.item.ts` for the keys. Every write may be repeated. */
export const historyRepository = (table: Table) => ({
  state: async (personId: string, nowMs: number, isConsistent = true): Promise<HistoryState> => {
    const item = await getItem<SettingsItem>(table, settingsKey(personId), { isConsistent });
    const oldest = new Date(nowMs - HISTORY_KEPT_MS).toISOString();
    const cleared = item?.cleared_at ?? '';
    return { isPaused: item?.is_paused ?? false, since: `${cleared > oldest ? cleared : oldest}~` };
  },
  find: async (personId: string, videoId: string): Promise<WatchedItem | undefined> =>
    getItem<WatchedItem>(table, watchedKey(personId, videoId)),
  /** Returns the videos that have an entry; eventually consistent. */
  findMany: (personId: string, videoIds: readonly string[]): Promise<WatchedItem[]> =>
    getMany<WatchedItem>(
      table,
      videoIds.map((id) => watchedKey(personId, id)),
    ),
  /** Newest first; eventually consistent. */
  list: (personId: string, since: string, page: PageRequest) =>
    readPage<WatchedItem>(table, historyList(personId, since), page),
  /** Changes the position in a video of the same visit. False if there is none. */
  move: (personId: string, videoId: string, position_s: number, nowMs: number, { since }: HistoryState) => {
    const visit = new Date(nowMs - SAME_VISIT_MS).toISOString();
    const condition = {
      if: '#at > :after',
      names: { '#at': 'at' },
      values: { ':after': since > visit ? since : visit },
    };
    return updateItem(table, watchedKey(personId, videoId), { position_s }, condition);
  },
  add: async (...watched: Parameters<typeof watchedItem>): Promise<void> =>
    void (await putItem(table, watchedItem(...watched))),
  remove: async (personId: string, videoId: string): Promise<void> => {
    await deleteItem(table, watchedKey(personId, videoId));
  },
  /** At once, for any number of entries; they expire. */
  clear: async (personId: string, nowMs: number): Promise<void> =>
    void (await updateItem(table, settingsKey(personId), { cleared_at: new Date(nowMs).toISOString() })),
  pause: async (personId: string, isPaused: boolean): Promise<void> =>
    void (await updateItem(table, settingsKey(personId), { is_paused: isPaused || undefined })),
});
