import { getItem } from '../../aws/table/get-item.ts';
import { getMany, pagesOf } from '../../aws/table/read-items.ts';
import { updateItem } from '../../aws/table/write-items.ts';
import type { Table } from '../../aws/table/table.ts';
import { changeChannel } from '../../channels/table/channel.change.ts';
import { CHANNELS_PARTITION, LIVE_RANK_PREFIX } from '../../channels/channel.item.ts';
import type { StreamEventsPorts } from '../ports.ts';
import { streamItemKey, toStream, type StreamItem } from './stream.item.ts';
import { goLive, goOffline, setIngest } from './stream.transitions.ts';
import type { Stream } from '../stream.ts';

const LIVE_PAGE = 100;

/** Reads and writes streams; see `stream.item.ts` for the keys. */
export const streamingRepository = (table: Table): StreamEventsPorts['streams'] => ({
  find: (channelId) => find(table, channelId),
  saveIngestChannel: async (channelId, { arn, rtmpUrl, playbackUrl }) => {
    await updateItem(table, streamItemKey(channelId), {
      channel_id: channelId,
      ivs_channel_arn: arn,
      rtmp_url: rtmpUrl,
      playback_url: playbackUrl,
    });
  },
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
  listLive: () => listLive(table),
});

const find = async (table: Table, channelId: string): Promise<Stream> =>
  toStream(channelId, await getItem<StreamItem>(table, streamItemKey(channelId)));

async function* listLive(table: Table): AsyncGenerator<Stream[]> {
  const live = pagesOf<{ readonly id: string }>(table, {
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :all AND begins_with(gsi1sk, :live)',
    ExpressionAttributeValues: { ':all': CHANNELS_PARTITION, ':live': LIVE_RANK_PREFIX },
    ProjectionExpression: 'id',
    Limit: LIVE_PAGE,
  });
  for await (const page of live)
    yield findMany(
      table,
      page.map(({ id }) => id),
    );
}

async function findMany(table: Table, channelIds: readonly string[]): Promise<Stream[]> {
  const items = await getMany<StreamItem>(table, channelIds.map(streamItemKey), { isConsistent: true });
  return items.map((item) => toStream(item.channel_id, item));
}
