/** The state transitions of a broadcast: each is one transaction over its item, its channel and their counters. */
import { MAX_BROADCASTS_PER_DAY } from '#shared/limits.ts';
import type { Ingest } from '#shared/channels/channels.ts';
import { DAY_S } from '#shared/plain/time.ts';
import { cancellationReasons, HIGH_CONTENTION_ATTEMPTS, unlessConditionFails } from '#functions/aws/retry.ts';
import { nextVersion } from '#functions/aws/table/item-change.ts';
import type { Table } from '#functions/aws/table/table.ts';
import {
  ABSENT,
  addition,
  assignment,
  type Condition,
  putInput,
  transact,
  updateItem,
} from '#functions/aws/table/write-items.ts';
import {
  audienceAtStart,
  changeChannel,
  type ChannelItem,
  channelKey,
  hasBroadcast,
  OFF_AIR,
  publishCurrentState,
  showLivePicture,
} from '#functions/channels/index.ts';
import type { Authorized } from '#functions/base/authorized.ts';
import { noticeItem, liveNotice } from '#functions/news/index.ts';
import { DomainError, notFound } from '#functions/base/errors.ts';
import {
  activeItem,
  activeKey,
  broadcastKey,
  type BroadcastItem,
  dayKey,
  latestKey,
  newBroadcastItem,
  ofChannelItem,
  slotKey,
} from './broadcast.item.ts';
import {
  type Broadcast,
  type BroadcastChange,
  type BroadcastEnd,
  type BroadcastKey,
  type ReplayFacts,
  type WayChange,
  livePlaylistUrl,
} from '../broadcast.ts';
import { seconds } from '#functions/base/seconds.ts';

const FAILED = 'ConditionalCheckFailed';
const INACTIVE = { is_active: undefined, gsi1pk: undefined, gsi1sk: undefined };
export const IS_LIVE = { if: 'attribute_exists(pk) AND attribute_not_exists(ended_at_ms)' };

export const broadcastTransitions = (table: Table) => ({
  /**
   * Puts the channel on the air and adds the broadcast. Throws `conflict` if the channel is live already,
   * `too_many_requests` where it has started `maxPerDay` broadcasts in this day (UTC), `not_found`.
   */
  start: async (broadcast: Broadcast, maxPerDay = MAX_BROADCASTS_PER_DAY): Promise<void> => {
    const { id, channelId, title, category: game, tags, startedAtMs } = broadcast;
    const live = { is_live: true, ingest: 'waiting', video_url: livePlaylistUrl(id), viewers: 0 } as const;
    try {
      const channel = await changeChannel(
        table,
        channelId,
        (channel) => {
          if (hasBroadcast(channel)) throw new DomainError('conflict', 'live_with_software');
          return { title, game, tags, ...live, ...audienceAtStart(channel, startedAtMs) };
        },
        ({ followers }) => startWrites(table, broadcast, maxPerDay, followers),
      );
      if (!channel) throw notFound('channel');
    } catch (error) {
      // The channel's own write comes first, then the day's counter.
      if (cancellationReasons(error)[1] !== FAILED) throw error;
      throw new DomainError('too_many_requests', 'many_broadcasts', { cause: error });
    }
  },
  /** Absent fields stay; a broadcast that has ended does not change. */
  change: async (
    { id }: Authorized<Broadcast>,
    { title, category, tags, keepsReplay: keep_replay }: BroadcastChange,
  ): Promise<void> => {
    const fields = { title, category, tags, keep_replay } satisfies {
      [N in keyof BroadcastItem]?: BroadcastItem[N] | undefined;
    };
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    if (given.length > 0) await updateItem(table, broadcastKey(id), Object.fromEntries(given), IS_LIVE);
  },
  /**
   * Takes the channel off the air if it shows the broadcast. False if the broadcast has already ended, and if it is no
   * longer silent, because another page continues it.
   */
  end: async (
    { id, channelId, resumedAtMs }: BroadcastKey & Pick<Broadcast, 'resumedAtMs'>,
    end: BroadcastEnd,
  ): Promise<boolean> => {
    const condition = end.by === 'silence' ? isLiveSince(resumedAtMs) : IS_LIVE;
    const broadcastWrites = (channel?: ChannelItem) => [
      {
        Update: assignment(
          table,
          broadcastKey(id),
          { ...endFields(end), ...(channel && countsOf(channel)) },
          condition,
        ),
      },
      { Delete: { TableName: table.TableName, Key: slotKey(id) } },
    ];
    let isOnChannel = false;
    const ended = changeChannel(
      table,
      channelId,
      ({ is_live, video_url }) => {
        isOnChannel = is_live && video_url === livePlaylistUrl(id);
        return isOnChannel ? OFF_AIR : null;
      },
      broadcastWrites,
    );
    if (!(await unlessConditionFails(ended))) return false;
    if (isOnChannel) return true;
    return transact(table, broadcastWrites(), HIGH_CONTENTION_ATTEMPTS);
  },
  /** A direct broadcast continues with chunks; only the first call has an effect. */
  changeWay: async (id: string, { fromMs, atMs }: WayChange): Promise<void> => {
    const fields = { compatible_from_ms: fromMs, compatible_at_ms: atMs };
    const isDirect = { if: 'attribute_exists(pk) AND attribute_not_exists(compatible_from_ms)' };
    await updateItem(table, broadcastKey(id), fields, isDirect);
  },
  /**
   * Stores the replay; an earlier one does not replace a later one. The broadcast stays `finishing` where it has more
   * chunks or segments than `replay` counts, and stays active then and where it `awaitsLadder`.
   */
  finish: async (
    { id }: Broadcast,
    { videoId, durationS, chunks, segments = 0 }: ReplayFacts,
    awaitsLadder = false,
  ): Promise<void> => {
    const replay = {
      replay_duration_s: durationS,
      replay_chunks: chunks,
      replay_segments: segments,
      ...(videoId && { video_id: videoId }),
    };
    const isNewer =
      'attribute_exists(ended_at_ms) AND (attribute_not_exists(replay_chunks) OR replay_chunks <= :replay_chunks)' +
      ' AND (attribute_not_exists(replay_segments) OR replay_segments <= :replay_segments)';
    const isOfAll =
      'chunks <= :replay_chunks AND (attribute_not_exists(segment_count) OR segment_count <= :replay_segments)';
    const done = { ...replay, ...(!awaitsLadder && INACTIVE) };
    const isDone = await transact(table, [
      { Update: assignment(table, broadcastKey(id), done, { if: `${isNewer} AND ${isOfAll}` }) },
      ...(awaitsLadder ? [] : [{ Delete: { TableName: table.TableName, Key: activeKey(id) } }]),
    ]);
    if (!isDone) await updateItem(table, broadcastKey(id), replay, { if: `${isNewer} AND NOT (${isOfAll})` });
  },
  /**
   * Video arrives: notifies the channel's followers once. Does nothing if the channel is receiving or shows something
   * else, or after an interruption unless `isContinued`.
   */
  setReceiving: async ({ id, channelId }: BroadcastKey, isContinued = false): Promise<void> => {
    const Update = ingestChange(table, { id, channelId }, 'receiving');
    const Put = putInput(table, noticeItem(liveNotice(channelId, id, Date.now())), ABSENT);
    const isSet =
      (await transact(table, [{ Update }, { Put }])) ||
      (isContinued && (await transact(table, [{ Update }])));
    if (isSet) await publishCurrentState(table, channelId);
  },
  /** The channel shows this picture, unless it shows a later one, or something else. Addresses sort by time. */
  showPicture: ({ id, channelId }: BroadcastKey, pictureUrl: string): Promise<void> =>
    showLivePicture(table, { channelId, videoUrl: livePlaylistUrl(id), pictureUrl }),
});

function startWrites(table: Table, broadcast: Broadcast, maxPerDay: number, followers: number) {
  const { id, channelId, startedAtMs } = broadcast;
  const isWithin = { if: 'attribute_not_exists(begun) OR begun < :max', values: { ':max': maxPerDay } };
  const expires_at = seconds(startedAtMs) + 2 * DAY_S;
  return [
    { Update: addition(table, dayKey(channelId, startedAtMs), { begun: 1 }, isWithin, { expires_at }) },
    { Put: putInput(table, { ...newBroadcastItem(broadcast), followers_before: followers }, ABSENT) },
    { Put: putInput(table, activeItem(id, startedAtMs)) },
    { Put: putInput(table, { ...latestKey(channelId), broadcast_id: id }) },
    { Put: putInput(table, ofChannelItem(broadcast)) },
  ];
}

/** Fails where the channel shows something else, or has this state already. */
export const ingestChange = (table: Table, { id, channelId }: BroadcastKey, ingest: Ingest) =>
  nextVersion(
    assignment(
      table,
      channelKey(channelId),
      { ingest },
      {
        if: 'is_live = :true AND video_url = :url AND ingest <> :ingest',
        values: { ':true': true, ':url': livePlaylistUrl(id) },
      },
    ),
  );

/** Whether no page has continued it since. */
const isLiveSince = (resumedAtMs: number | undefined): Condition =>
  resumedAtMs === undefined
    ? { if: `${IS_LIVE.if} AND attribute_not_exists(resumed_at_ms)` }
    : { if: `${IS_LIVE.if} AND resumed_at_ms = :resumed`, values: { ':resumed': resumedAtMs } };

const countsOf = ({ followers, viewers }: ChannelItem) => ({
  followers_after: followers,
  viewers_after: viewers,
});

const endFields = ({ atMs, by, chunkCount }: BroadcastEnd) => ({
  ended_at_ms: atMs,
  ended_by: by,
  ...(chunkCount !== undefined && { chunk_count: chunkCount }),
});
