import { getItem } from '../../aws/table/get-item.ts';
import { getMany } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import { assignment, type Condition } from '../../aws/table/write-expressions.ts';
import { transact, updateItem } from '../../aws/table/write-items.ts';
import { changeChannel } from '../../channels/index.ts';
import type { LeasePorts, StreamEventsPorts } from '../ports.ts';
import type { IngestChannel, Stream } from '../stream.ts';
import { ingestWrite } from './ingest-channels.repository.ts';
import { type StreamItem, streamItemKey, toStream } from './stream.item.ts';
import { goLive, goOffline, setIngest } from './stream.transitions.ts';

/** Sets the owner's channel at IVS and marks it used. False when the condition on the stream fails. */
function attachIngestChannel(
  table: Table,
  channelId: string,
  { arn, rtmpUrl, playbackUrl }: IngestChannel,
  nowMs: number,
  condition?: Condition,
): Promise<boolean> {
  const place = {
    channel_id: channelId,
    ivs_channel_arn: arn,
    rtmp_url: rtmpUrl,
    playback_url: playbackUrl,
    ingest_used_ms: nowMs,
  };
  const stream = assignment(table, streamItemKey(channelId), place, condition);
  return transact(table, [{ Update: stream }, ingestWrite(table, { channelId, arn }, nowMs)]);
}

/**
 * A writer holds the stream's lease and marks the channel used before it issues a key, so that no channel in use is
 * detached.
 */
const detachIngestChannel = (
  table: Table,
  channelId: string,
  arn: string,
  usedBeforeMs: number,
  nowMs: number,
): Promise<boolean> =>
  updateItem(
    table,
    streamItemKey(channelId),
    { ivs_channel_arn: undefined, rtmp_url: undefined, playback_url: undefined },
    {
      if: [
        'ivs_channel_arn = :arn AND attribute_not_exists(stream_key)',
        '(attribute_not_exists(ingest_used_ms) OR ingest_used_ms < :before)',
        '(attribute_not_exists(lease) OR leased_until_ms < :now)',
      ].join(' AND '),
      values: { ':arn': arn, ':before': usedBeforeMs, ':now': nowMs },
    },
  );

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

/** Leases are on the stream's item: `lease` is the holder, `leased_until_ms` the expiry. */
export const leasesRepository = (table: Table): LeasePorts['leases'] => ({
  acquire: (channelId, holder, nowMs, untilMs) =>
    updateItem(
      table,
      streamItemKey(channelId),
      { channel_id: channelId, lease: holder, leased_until_ms: untilMs },
      { if: 'attribute_not_exists(lease) OR leased_until_ms < :now', values: { ':now': nowMs } },
    ),
  release: async (channelId, holder) => {
    await updateItem(
      table,
      streamItemKey(channelId),
      { lease: undefined, leased_until_ms: undefined },
      { if: 'lease = :holder', values: { ':holder': holder } },
    );
  },
});
