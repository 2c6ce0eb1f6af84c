/**
 * The writes that change a stream's state: each is one transaction over the private stream, the channel and the count.
 */
import type { StreamSetup } from '#shared/live/streaming.ts';
import { cancellationReasons, unlessConditionFails } from '#functions/aws/retry.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { assignment, updateItem } from '#functions/aws/table/write-items.ts';
import {
  audienceAtStart,
  changeChannel,
  type ChannelItem,
  hasBroadcast,
  OFF_AIR,
} from '#functions/channels/index.ts';
import { noticeWrite, liveNotice } from '#functions/news/index.ts';
import { DomainError } from '#functions/base/errors.ts';
import {
  type SoftwareBroadcast,
  type BroadcastEnd,
  type BroadcastOutcome,
  receivedUntil,
} from '../software-broadcast.ts';
import { endedBroadcastWrite } from './ended-broadcasts.repository.ts';
import { streamItemKey, waitingKeys } from './stream.item.ts';
import type { IngestState, LiveStream, PreviewRecording, Stream } from '../stream.ts';

/** The public details of a stream. */
export type StreamDetails = Omit<StreamSetup, 'keep_replay'>;

interface GoLive {
  readonly channelId: string;
  readonly details: StreamDetails;
  readonly keepsReplay: boolean;
  readonly playbackUrl: string;
  readonly streamKey: string;
  /** How often it went live before. */
  readonly starts: number;
  /** The stream of the preview that it was. */
  readonly streamId?: string | undefined;
  readonly nowMs: number;
}

/**
 * Opens the stream, which is not public before its first picture. Throws `conflict` when the channel is live from the
 * camera.
 */
export async function goLive(
  table: Table,
  { channelId, details, keepsReplay, playbackUrl, streamKey, starts, streamId, nowMs }: GoLive,
): Promise<void> {
  const stream = assignment(
    table,
    streamItemKey(channelId),
    {
      stream_key: streamKey,
      key_revoked_ms: undefined,
      started_at_ms: nowMs,
      starts: starts + 1,
      ingest: 'waiting',
      ingest_since_ms: nowMs,
      keep_replay: keepsReplay,
      ivs_stream_id: streamId,
      signed_at_ms: undefined,
      dropped_at_ms: undefined,
      drops: undefined,
      on_air_since_ms: undefined,
      followers_before: undefined,
      viewers_before: undefined,
      is_told: undefined,
      received_ms: undefined,
      ...waitingKeys(channelId, true),
    },
    { if: 'attribute_not_exists(started_at_ms)' },
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

/**
 * Keeps the `broadcast`'s details, and what its receipt shows. Does nothing when the stream has ended already. The id of its
 * stream at IVS stays, so that late events of it are known.
 */
export async function goOffline(
  table: Table,
  channelId: string,
  nowMs: number,
  broadcast?: SoftwareBroadcast,
  end?: BroadcastEnd,
): Promise<void> {
  const ended = {
    started_at_ms: undefined,
    ingest: 'waiting',
    ingest_since_ms: nowMs,
    received_ms: undefined,
    preview_recording: undefined,
    ...waitingKeys(channelId, false),
    ...(broadcast && { last_started_at_ms: broadcast.startedAtMs }),
  };
  const isLive = { if: 'attribute_exists(started_at_ms)' };
  const alsoWritten = (channel: ChannelItem) => [
    { Update: assignment(table, streamItemKey(channelId), ended, isLive) },
    ...(broadcast ? [endedBroadcastWrite(table, channelId, broadcast, outcomeOf(end, channel), nowMs)] : []),
  ];
  await unlessConditionFails(
    changeChannel(table, channelId, (channel) => (hasBroadcast(channel) ? OFF_AIR : null), alsoWritten),
  );
}

const outcomeOf = (
  end: BroadcastEnd | undefined,
  { followers, viewers }: ChannelItem,
): BroadcastOutcome | undefined =>
  end && {
    ...end,
    newFollowers: Math.max(0, followers - (end.followersBefore ?? followers)),
    lastViewers: Math.max(viewers, end.viewersBefore ?? 0),
  };

/** Signs the address for viewers. */
export type SignAddress = (startedAtMs: number) => string;

/** Writes `next` if the state is still that of the stream; false otherwise. */
export const setInput = (
  table: Table,
  stream: Stream,
  next: IngestState,
  sign: SignAddress,
): Promise<boolean> =>
  stream.live ? setIngest(table, stream.channelId, stream.live, next, sign) : setPreview(table, stream, next);

/** What arrives while the channel is not live changes nothing that is public. */
function setPreview(table: Table, { channelId, input }: Stream, next: IngestState): Promise<boolean> {
  const isReceiving = next.ingest === 'receiving';
  const fields = {
    ingest: next.ingest,
    ingest_since_ms: next.sinceMs,
    ...(next.streamId && { ivs_stream_id: next.streamId }),
    ...waitingKeys(channelId, isReceiving),
    // It begins with each stream.
    preview_recording: undefined,
  };
  return updateItem(table, streamItemKey(channelId), fields, {
    if: 'attribute_not_exists(started_at_ms) AND (attribute_not_exists(ingest_since_ms) OR ingest_since_ms = :known)',
    values: { ':known': input.sinceMs },
  });
}

/** The recording of a preview, from the event of its beginning. Kept when the channel goes live. */
export const notePreviewRecording = (
  table: Table,
  channelId: string,
  streamId: string,
  { prefix, begunAtMs }: PreviewRecording,
): Promise<boolean> =>
  updateItem(
    table,
    streamItemKey(channelId),
    { preview_recording: { prefix, begun_at_ms: begunAtMs } },
    { if: 'ivs_stream_id = :stream', values: { ':stream': streamId } },
  );

/**
 * The channel is public while a picture arrives. The first one notifies the followers; a reconnecting encoder does not
 * notify them again.
 */
async function setIngest(
  table: Table,
  channelId: string,
  known: LiveStream,
  { ingest, sinceMs, streamId }: IngestState,
  sign: SignAddress,
): Promise<boolean> {
  const isReceiving = ingest === 'receiving';
  const isFirst = isReceiving && known.onAirSinceMs === undefined;
  const fields = {
    ingest,
    ingest_since_ms: sinceMs,
    ...(streamId && { ivs_stream_id: streamId }),
    received_ms: receivedUntil(known, sinceMs),
    ...(isReceiving && { signed_at_ms: sinceMs }),
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
    const onAir = { ...ON_AIR, video_url: sign(known.startedAtMs) };
    return channel.is_live
      ? onAir
      : { ...onAir, ...audienceAtStart(channel, Date.now(), known.onAirSinceMs ?? sinceMs) };
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

const isUnchanged = ({ startedAtMs, ingest, sinceMs }: LiveStream) => ({
  if: 'started_at_ms = :started AND ingest = :known AND ingest_since_ms = :knownSince',
  values: { ':started': startedAtMs, ':known': ingest, ':knownSince': sinceMs },
});

/** Sets another signed address for viewers. Does nothing when the stream has ended, or shows no picture. */
export async function setAddress(
  table: Table,
  channelId: string,
  known: LiveStream,
  video_url: string,
  nowMs: number,
): Promise<void> {
  const stream = assignment(table, streamItemKey(channelId), { signed_at_ms: nowMs }, isUnchanged(known));
  await unlessConditionFails(
    changeChannel(table, channelId, ({ is_live }) => (is_live ? { video_url } : null), [{ Update: stream }]),
  );
}

const ON_AIR = { is_live: true, ingest: 'receiving', off_air: undefined } as const;

const waitingState = ({ onAirSinceMs }: LiveStream) =>
  ({
    is_live: false,
    ingest: 'waiting',
    off_air: onAirSinceMs === undefined ? 'ready' : 'interrupted',
    viewers: 0,
  }) as const;
