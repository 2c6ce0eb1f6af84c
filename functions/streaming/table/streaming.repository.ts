import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany, queryAll } from '#functions/aws/table/read-items.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { assignment, type Condition, transact, updateItem } from '#functions/aws/table/write-items.ts';
import { changeChannel, hasBroadcast } from '#functions/channels/index.ts';
import type { SoftwareBroadcast, BroadcastEnd } from '../software-broadcast.ts';
import type { IngestChannel, IngestState, LiveStream, PreviewRecording, Stream } from '../stream.ts';
import { creationEnd, ingestChannels, ingestWrite } from './ingest-channels.repository.ts';
import { type StreamItem, streamItemKey, toStream, WAITING_STREAMS } from './stream.item.ts';
import {
  goLive,
  goOffline,
  notePreviewRecording,
  setAddress,
  setInput,
  type SignAddress,
  type StreamDetails,
} from './stream-transitions.repository.ts';

export type StreamsRepository = ReturnType<typeof streamingRepository>;

/** Reads and writes streams; see `stream.item.ts` for the keys. */
export const streamingRepository = (table: Table) => ({
  find: async (channelId: string): Promise<Stream> =>
    toStream(channelId, await getItem<StreamItem>(table, streamItemKey(channelId))),
  /** The streams of those channels that have had one. */
  findMany: async (channelIds: readonly string[]): Promise<Stream[]> => {
    const items = await getMany<StreamItem>(table, channelIds.map(streamItemKey), { isConsistent: true });
    return items.map((item) => toStream(item.channel_id, item));
  },
  /** The ids of all channels with an open stream that has no picture, or with a preview. Eventually consistent. */
  listWaiting: async (): Promise<string[]> => {
    const items = await queryAll<Pick<StreamItem, 'channel_id'>>(table, {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :waiting',
      ExpressionAttributeValues: { ':waiting': WAITING_STREAMS },
      ProjectionExpression: 'channel_id',
    });
    return items.map((item) => item.channel_id);
  },
  /** Call it before a channel is made at IVS, so that it is found if the process dies. */
  beginIngestChannel: (channelId: string, nowMs: number) =>
    ingestChannels(table).beginCreation(channelId, nowMs),
  /** Stores the owner's channel at IVS with its key, replacing another one. */
  saveIngestChannel: async (
    channelId: string,
    ingestChannel: IngestChannel,
    streamKey: string,
    nowMs: number,
  ): Promise<void> => {
    const also = [creationEnd(table, channelId)];
    await attachIngestChannel(table, channelId, { ...ingestChannel, streamKey }, nowMs, {}, also);
  },
  /** Marks the channel at IVS used, and updates its addresses. False when the owner has another one by now. */
  useIngestChannel: (channelId: string, ingestChannel: IngestChannel, nowMs: number) =>
    attachIngestChannel(table, channelId, ingestChannel, nowMs, { if: 'ivs_channel_arn = :ivs_channel_arn' }),
  /**
   * Detaches the channel at IVS. False when the owner has another one, is live, changes the stream now, or has used it
   * since `usedBeforeMs`. A writer holds the lease and marks the channel used before it issues a key, so that no channel
   * in use is detached.
   */
  detachIngestChannel: (
    channelId: string,
    arn: string,
    usedBeforeMs: number,
    nowMs: number,
  ): Promise<boolean> => {
    const detached = {
      ivs_channel_arn: undefined,
      rtmp_url: undefined,
      playback_url: undefined,
      stream_key: undefined,
    };
    return updateItem(table, streamItemKey(channelId), detached, {
      if: [
        'ivs_channel_arn = :arn AND attribute_not_exists(started_at_ms)',
        '(attribute_not_exists(ingest_used_ms) OR ingest_used_ms < :before)',
        '(attribute_not_exists(lease) OR leased_until_ms < :now)',
      ].join(' AND '),
      values: { ':arn': arn, ':before': usedBeforeMs, ':now': nowMs },
    });
  },
  saveKey: async (channelId: string, streamKey: string): Promise<void> => {
    await updateItem(table, streamItemKey(channelId), { stream_key: streamKey, key_revoked_ms: undefined });
  },
  /** Call it before the key is revoked. `revokedMs`: for the owner, who did not ask for it. */
  forgetKey: async (channelId: string, revokedMs?: number): Promise<void> => {
    const forgotten = { stream_key: undefined, key_revoked_ms: revokedMs };
    await updateItem(table, streamItemKey(channelId), forgotten, { if: 'attribute_exists(pk)' });
  },
  /** Records that a preview was disconnected. */
  noteDrop: async (channelId: string, { atMs, times }: NonNullable<Stream['dropped']>): Promise<void> => {
    await updateItem(table, streamItemKey(channelId), { dropped_at_ms: atMs, drops: times });
  },
  saveStartsItself: async (channelId: string, startsItself: boolean): Promise<void> => {
    const choice = { channel_id: channelId, starts_itself: startsItself };
    await updateItem(table, streamItemKey(channelId), choice);
  },
  goLive: (live: Parameters<typeof goLive>[1]) => goLive(table, live),
  updateDetails: async (channelId: string, details: StreamDetails): Promise<void> => {
    await changeChannel(table, channelId, (channel) => (hasBroadcast(channel) ? details : null));
  },
  /** What keeps no replay cannot be rewound, from now on. */
  saveKeepsReplay: async (channelId: string, keepsReplay: boolean): Promise<void> => {
    const choice = { channel_id: channelId, keep_replay: keepsReplay };
    await updateItem(table, streamItemKey(channelId), choice);
    await changeChannel(table, channelId, () => ({ keeps_no_recording: keepsReplay ? undefined : true }));
  },
  /** Keeps the `broadcast`'s details for its recording, and its `end` for the receipt. */
  goOffline: (
    channelId: string,
    nowMs: number,
    broadcast: SoftwareBroadcast | undefined,
    end?: BroadcastEnd,
  ) => goOffline(table, channelId, nowMs, broadcast, end),
  setInput: (stream: Stream, next: IngestState, sign: SignAddress) => setInput(table, stream, next, sign),
  setAddress: (channelId: string, known: LiveStream, videoUrl: string, nowMs: number) =>
    setAddress(table, channelId, known, videoUrl, nowMs),
  notePreviewRecording: (channelId: string, streamId: string, recording: PreviewRecording) =>
    notePreviewRecording(table, channelId, streamId, recording),
  /** Once its files of the time before are deleted. */
  endPreviewRecording: async (channelId: string): Promise<void> => {
    await updateItem(table, streamItemKey(channelId), { preview_recording: undefined });
  },
});

/** Sets the owner's channel at IVS and marks it used. False when the condition on the stream fails. */
function attachIngestChannel(
  table: Table,
  channelId: string,
  { arn, rtmpUrl, playbackUrl, streamKey }: IngestChannel & { readonly streamKey?: string },
  nowMs: number,
  condition: Partial<Condition> = {},
  also: readonly Write[] = [],
): Promise<boolean> {
  const attached = {
    channel_id: channelId,
    ivs_channel_arn: arn,
    rtmp_url: rtmpUrl,
    playback_url: playbackUrl,
    ...(streamKey && { stream_key: streamKey }),
    ingest_used_ms: nowMs,
  };
  const stream = assignment(table, streamItemKey(channelId), attached, condition);
  return transact(table, [{ Update: stream }, ingestWrite(table, { channelId, arn }, nowMs), ...also]);
}

export type LeasesRepository = ReturnType<typeof leasesRepository>;

/** Leases are on the stream's item: `lease` is the holder, `leased_until_ms` the expiry. */
export const leasesRepository = (table: Table) => ({
  /**
   * Takes the lease of the channel's stream until `untilMs`. False when another holder has it. The holder may have it already:
   * the SDK repeats a write whose answer was lost.
   */
  acquire: (channelId: string, holder: string, nowMs: number, untilMs: number) =>
    updateItem(
      table,
      streamItemKey(channelId),
      { channel_id: channelId, lease: holder, leased_until_ms: untilMs },
      {
        if: 'attribute_not_exists(lease) OR leased_until_ms < :now OR lease = :lease',
        values: { ':now': nowMs },
      },
    ),
  release: async (channelId: string, holder: string): Promise<void> => {
    const released = { lease: undefined, leased_until_ms: undefined };
    const isHeld = { if: 'lease = :holder', values: { ':holder': holder } };
    await updateItem(table, streamItemKey(channelId), released, isHeld);
  },
});
