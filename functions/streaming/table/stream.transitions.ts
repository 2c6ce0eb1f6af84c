/**
 * The writes that change a stream's state: each is one transaction over the private stream, the channel and the count.
 */
import type { StreamSetup } from '../../../shared/live/streaming.ts';
import { cancellationReasons, unlessConditionFails } from '../../aws/retry.ts';
import type { Table } from '../../aws/table/table.ts';
import { assignment, transact } from '../../aws/table/write-items.ts';
import { changeChannel, channelKey, OFF_AIR, publishCurrentState } from '../../channels/index.ts';
import { noticeWrite, wentLive } from '../../news/index.ts';
import { DomainError } from '../../base/errors.ts';
import { receivedUntil, type Airing } from '../airing.ts';
import { airingWrite } from './airings.repository.ts';
import { streamItemKey } from './stream.item.ts';
import type { IngestState, LiveStream } from '../stream.ts';

/** The public details of a stream. */
export type StreamDetails = Omit<StreamSetup, 'keep_replay'>;

interface GoLive {
  readonly channelId: string;
  readonly details: StreamDetails;
  readonly keepsReplay: boolean;
  readonly playbackUrl: string;
  readonly streamKey: string;
  readonly nowMs: number;
}

/** Marks the channel live and ends the lease. Throws `conflict` when it is live from the camera. */
export async function goLive(
  table: Table,
  { channelId, details, keepsReplay, playbackUrl, streamKey, nowMs }: GoLive,
): Promise<void> {
  const stream = assignment(
    table,
    streamItemKey(channelId),
    {
      stream_key: streamKey,
      started_at_ms: nowMs,
      ingest: 'waiting',
      ingest_since_ms: nowMs,
      keep_replay: keepsReplay,
      ivs_stream_id: undefined,
      is_told: undefined,
      received_ms: undefined,
    },
    { if: 'attribute_not_exists(stream_key)' },
  );
  const live = {
    is_live: true,
    ingest: 'waiting',
    video_url: playbackUrl,
    viewers: 0,
    keeps_no_recording: keepsReplay ? undefined : true,
  } as const;
  const change = ({ is_live }: { readonly is_live: boolean }) => {
    if (is_live) throw liveAlready();
    return { ...details, ...live };
  };
  try {
    await changeChannel(table, channelId, change, [{ Update: stream }]);
  } catch (error) {
    if (!cancellationReasons(error).includes('ConditionalCheckFailed')) throw error;
    throw liveAlready(error);
  }
}

const liveAlready = (cause?: unknown) => new DomainError('conflict', 'already_live', { cause });

/** Keeps the `airing`'s details. Does nothing when the stream has ended already. */
export async function goOffline(table: Table, channelId: string, airing?: Airing): Promise<void> {
  const ended = {
    stream_key: undefined,
    started_at_ms: undefined,
    ingest: undefined,
    ingest_since_ms: undefined,
    ivs_stream_id: undefined,
    received_ms: undefined,
    ...(airing && { last_started_at_ms: airing.startedAtMs }),
  };
  const isLive = { if: 'attribute_exists(stream_key)' };
  const alsoWritten = [
    { Update: assignment(table, streamItemKey(channelId), ended, isLive) },
    ...(airing ? [airingWrite(table, channelId, airing, Date.now())] : []),
  ];
  await unlessConditionFails(
    changeChannel(table, channelId, ({ is_live }) => (is_live ? OFF_AIR : null), alsoWritten),
  );
}

/** The first picture notifies the followers; a reconnecting encoder does not notify them again. */
export async function setIngest(
  table: Table,
  channelId: string,
  known: LiveStream,
  { ingest, sinceMs, streamId }: IngestState,
): Promise<boolean> {
  const isFirst = ingest === 'receiving' && !known.isAnnounced;
  const stream = assignment(
    table,
    streamItemKey(channelId),
    {
      ingest,
      ingest_since_ms: sinceMs,
      ...(streamId && { ivs_stream_id: streamId }),
      ...(isFirst && { is_told: true }),
      received_ms: receivedUntil(known, sinceMs),
    },
    {
      if: 'stream_key = :key AND ingest = :known AND ingest_since_ms = :knownSince',
      values: { ':key': known.streamKey, ':known': known.ingest, ':knownSince': known.sinceMs },
    },
  );
  const isLive = { if: 'is_live = :true', values: { ':true': true } };
  const channel = assignment(table, channelKey(channelId), { ingest }, isLive);
  const notice = () => noticeWrite(table, wentLive(channelId, String(known.startedAtMs), Date.now()));
  const writes = [{ Update: stream }, { Update: channel }, ...(isFirst ? [notice()] : [])];
  const isSet = await transact(table, writes);
  if (isSet) await publishCurrentState(table, channelId);
  return isSet;
}
