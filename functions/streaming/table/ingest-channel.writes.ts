/** The writes by which a stream gets and loses its place at IVS. */
import type { Table } from '../../aws/table/table.ts';
import { assignment, type Condition } from '../../aws/table/write-expressions.ts';
import { transact, updateItem } from '../../aws/table/write-items.ts';
import type { IngestChannel } from '../stream.ts';
import { ingestWrite } from './ingest-channels.repository.ts';
import { streamItemKey } from './stream.item.ts';

/** Together with that it is used. False where the condition on the stream does not hold. */
export function attachIngestChannel(
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

/** Whoever changes the stream holds its lease, and says that they use its place before they give anybody a key. */
export const detachIngestChannel = (
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
