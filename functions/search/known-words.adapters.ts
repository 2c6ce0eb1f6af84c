import { getItem } from '../aws/table/get-item.ts';
import { putItem } from '../aws/table/write-items.ts';
import type { Table } from '../aws/table/table.ts';
import { channelsRepository, refreshIndexKeys } from '../channels/index.ts';
import { settle, settleDue } from '../word-index/known-words.repository.ts';
import { correctable } from '../word-index/spelling.ts';
import type { KnownWordsPorts } from './ports.ts';

/** Where the round through all channels stands: one item. */
const ROUND = { pk: 'SPELLING_ROUND', sk: 'CHANNELS' };

export function knownWordsAdapters(
  table: Table,
  refreshVideos: KnownWordsPorts['refreshVideos'],
): Omit<KnownWordsPorts, 'clock'> {
  return {
    settleDue: (limit) => settleDue(table, limit),
    settle: async (word) => {
      if (correctable([word]).length > 0) await settle(table, word);
    },
    channels: channelsRepository(table),
    refresh: (channelId) => refreshIndexKeys(table, channelId),
    refreshVideos,
    round: {
      find: async () =>
        (await getItem<{ position: string }>(table, ROUND, { isConsistent: false }))?.position,
      save: async (position) => {
        await putItem(table, { ...ROUND, position });
      },
    },
  };
}
