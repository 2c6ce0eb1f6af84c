/**
 * The writes that change a stream's state: each is one transaction over the private stream, the channel and the count.
 */
import type { StreamSetup } from '#shared/live/streaming.ts';
import { cancellationReasons, unlessConditionFails } from '#functions/aws/retry.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { assignment } from '#functions/aws/table/write-items.ts';
import {
  audienceAtStart,
  changeChannel,
  type ChannelItem,
  hasBroadcast,
  OFF_AIR,
} from '#functions/channels/index.ts';
import { noticeWrite, liveNotice } from '#functions/news/index.ts';
import { DomainError } from '#functions/base/errors.ts';
import { type Airing, type AiringEnd, type AiringOutcome, receivedUntil } from '../airing.ts';
import { airingWrite } from './airings.repository.ts';
import { streamItemKey, waitingKeys } from './stream.item.ts';
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

/**
 * Opens the stream, which is not public before its first picture. Throws `conflict` when the channel is live from the
 * camera.
 */
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
      on_air_since_ms: undefined,
      followers_before: undefined,
      viewers_before: undefined,
      is_told: undefined,
      received_ms: undefined,
      ...waitingKeys(channelId, true),
    },
    { if: 'attribute_not_exists(stream_key)' },
  );
  const open = {
    off_air: 'ready',
    ingest: 'waiting',
    video_url: playbackUrl,
    viewers: 0,
    keeps_no_recording: keepsReplay ? undefined : true,
  } as const;
  const change = (channel: ChannelItem) => {
    if (hasBroadcast(channel)) throw liveAlready();
    return { ...details, ...open };
  };
  try {
    await changeChannel(table, channelId, change, [{ Update: stream }]);
  } catch (error) {
    if (!cancellationReasons(error).includes('ConditionalCheckFailed')) throw error;
    throw liveAlready(error);
  }
}

const liveAlready = (cause?: unknown) => new DomainError('conflict', 'already_live', { cause });

/** Keeps the `airing`'s details, and what its receipt shows. Does nothing when the stream has ended already. */
export async function goOffline(
  table: Table,
  channelId: string,
  airing?: Airing,
  end?: AiringEnd,
): Promise<void> {
  const ended = {
    stream_key: undefined,
    started_at_ms: undefined,
    ingest: undefined,
    ingest_since_ms: undefined,
    ivs_stream_id: undefined,
    received_ms: undefined,
    ...waitingKeys(channelId, false),
    ...(airing && { last_started_at_ms: airing.startedAtMs }),
  };
  const isLive = { if: 'attribute_exists(stream_key)' };
  const alsoWritten = (channel: ChannelItem) => [
    { Update: assignment(table, streamItemKey(channelId), ended, isLive) },
    ...(airing ? [airingWrite(table, channelId, airing, outcomeOf(end, channel), Date.now())] : []),
  ];
  await unlessConditionFails(
    changeChannel(table, channelId, (channel) => (hasBroadcast(channel) ? OFF_AIR : null), alsoWritten),
  );
}

const outcomeOf = (
  end: AiringEnd | undefined,
  { followers, viewers }: ChannelItem,
): AiringOutcome | undefined =>
  end && {
    ...end,
    newFollowers: Math.max(0, followers - (end.followersBefore ?? followers)),
    lastViewers: Math.max(viewers, end.viewersBefore ?? 0),
  };

/**
 * The channel is public while a picture arrives. The first one notifies the followers; a reconnecting encoder does not
 * notify them again.
 */
export async function setIngest(
  table: Table,
  channelId: string,
  known: LiveStream,
  { ingest, sinceMs, streamId }: IngestState,
): Promise<boolean> {
  const isReceiving = ingest === 'receiving';
  const isFirst = isReceiving && known.onAirSinceMs === undefined;
  const fields = {
    ingest,
    ingest_since_ms: sinceMs,
    ...(streamId && { ivs_stream_id: streamId }),
    received_ms: receivedUntil(known, sinceMs),
    ...waitingKeys(channelId, !isReceiving),
  };
  const counts = ({ followers, viewers }: ChannelItem) => ({
    ...(isFirst && { on_air_since_ms: sinceMs, followers_before: followers }),
    ...(!isReceiving && { viewers_before: Math.max(viewers, known.viewersBefore ?? 0) }),
  });
  const stream = (channel: ChannelItem) =>
    assignment(table, streamItemKey(channelId), { ...fields, ...counts(channel) }, isUnchanged(known));
  const notice = () => noticeWrite(table, liveNotice(channelId, String(known.startedAtMs), Date.now()));
  const state = (channel: ChannelItem) => {
    if (!isReceiving) return waitingState(known);
    return channel.is_live ? ON_AIR : { ...ON_AIR, ...audienceAtStart(channel, Date.now()) };
  };
  return unlessConditionFails(
    changeChannel(
      table,
      channelId,
      (channel) => (hasBroadcast(channel) ? state(channel) : null),
      (channel) => [{ Update: stream(channel) }, ...(isFirst ? [notice()] : [])],
    ),
  );
}

const isUnchanged = ({ streamKey, ingest, sinceMs }: LiveStream) => ({
  if: 'stream_key = :key AND ingest = :known AND ingest_since_ms = :knownSince',
  values: { ':key': streamKey, ':known': ingest, ':knownSince': sinceMs },
});

const ON_AIR = { is_live: true, ingest: 'receiving', off_air: undefined } as const;

const waitingState = ({ onAirSinceMs }: LiveStream) =>
  ({
    is_live: false,
    ingest: 'waiting',
    off_air: onAirSinceMs === undefined ? 'ready' : 'interrupted',
    viewers: 0,
  }) as const;
