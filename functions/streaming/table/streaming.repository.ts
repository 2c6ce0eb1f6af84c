import { getItem } from '../../aws/table/get-item.ts';
import { getMany } from '../../aws/table/read-items.ts';
import { updateItem } from '../../aws/table/write-items.ts';
import type { Table } from '../../aws/table/table.ts';
import { changeChannel } from '../../channels/index.ts';
import type { StreamEventsPorts } from '../ports.ts';
import { streamItemKey, toStream, type StreamItem } from './stream.item.ts';
import { attachIngestChannel, detachIngestChannel } from './ingest-channel.writes.ts';
import { goLive, goOffline, setIngest } from './stream.transitions.ts';
import type { Stream } from '../stream.ts';

/** Reads and writes streams; see `stream.item.ts` for the keys. */
export const streamingRepository = (table: Table): StreamEventsPorts['streams'] => ({
  find: (channelId) => find(table, channelId),
  saveIngestChannel: async (channelId, ingestChannel, nowMs) => {
    await attachIngestChannel(table, channelId, ingestChannel, nowMs);
  },
  useIngestChannel: (channelId, ingestChannel, nowMs) =>
    attachIngestChannel(table, channelId, ingestChannel, nowMs, { if: 'ivs_channel_arn = :ivs_channel_arn' }),
  detachIngestChannel: (channelId, arn, usedBeforeMs, nowMs) =>
    detachIngestChannel(table, channelId, arn, usedBeforeMs, nowMs),
  goLive: (live) => goLive(table, live),
  updateDetails: async (channelId, setup) => {
    await changeChannel(table, channelId, ({ is_live }) => (is_live ? setup : null));
  },
  saveKeepsReplay: async (channelId, keepsReplay) => {
    const choice = { channel_id: channelId, keep_replay: keepsReplay };
    await updateItem(table, streamItemKey(channelId), choice);
  },
  goOffline: (channelId, airing) => goOffline(table, channelId, airing),
  setIngest: (channelId, known, next) => setIngest(table, channelId, known, next),
  findMany: (channelIds) => findMany(table, channelIds),
});

const find = async (table: Table, channelId: string): Promise<Stream> =>
  toStream(channelId, await getItem<StreamItem>(table, streamItemKey(channelId)));

async function findMany(table: Table, channelIds: readonly string[]): Promise<Stream[]> {
  const items = await getMany<StreamItem>(table, channelIds.map(streamItemKey), { isConsistent: true });
  return items.map((item) => toStream(item.channel_id, item));
}
