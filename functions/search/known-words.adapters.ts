import { getItem } from '../aws/table/read-items.ts';
import { putItem } from '../aws/table/write-items.ts';
import type { Table } from '../aws/table/table.ts';
import { channelsRepository, refreshIndexKeys } from '../channels/index.ts';
import { settle, settleDue } from '../word-index/known-words.repository.ts';
import { correctable } from '../word-index/spelling.ts';

/** The item with the progress of the round through all channels. */
const ROUND = { pk: 'SPELLING_ROUND', sk: 'CHANNELS' };

export function knownWordsAdapters(
  table: Table,
  /** Refreshes the index keys of a channel's listed videos; yields the words of each. */
  refreshVideos: (channelId: string) => AsyncIterable<readonly string[]>,
) {
  return {
    /** Returns the number of settled notes. */
    settleDue: (limit: number) => settleDue(table, limit),
    settle: async (word: string) => {
      if (correctable([word]).length > 0) await settle(table, word);
    },
    channels: channelsRepository(table),
    /** Indexes the words of a channel of an earlier version. */
    refresh: (channelId: string) => refreshIndexKeys(table, channelId),
    refreshVideos,
    round: {
      /** A cursor, `done`, or `undefined` before the first page. */
      find: async () =>
        (await getItem<{ position: string }>(table, ROUND, { isConsistent: false }))?.position,
      save: async (position: string) => {
        await putItem(table, { ...ROUND, position });
      },
    },
  };
}
