/**
 * Ended broadcasts. Keys: `CHANNEL#<id>` / `BROADCAST#<start>`, the start in ms. They are stored because recordings are
 * reported later, when the channel may have another title.
 */
import { DAY_S } from '#shared/plain/time.ts';
import { queryPage } from '#functions/aws/table/read-items.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import type { StreamEndedBy } from '#shared/live/streaming.ts';
import type { SoftwareBroadcast, BroadcastOutcome, EndedSoftwareBroadcast } from '../software-broadcast.ts';
import { seconds } from '#functions/base/seconds.ts';

/** As long as failed events are kept (`DeadLetters`). */
export const KEPT_S = 14 * DAY_S;
const START_DIGITS = 14;
/** Enough to find one by its stream when several began in the same minute. */
const MAX_FOUND = 8;

interface BroadcastItem {
  readonly title: string;
  readonly game: string;
  readonly tags: readonly string[];
  /** @default true */
  readonly keep_replay?: boolean;
  readonly started_at_ms: number;
  readonly ivs_stream_id?: string;
  readonly recording_url?: string;
  readonly ended_by?: StreamEndedBy;
  readonly on_air_since_ms?: number;
  readonly received_ms?: number;
  readonly new_followers?: number;
  readonly last_viewers?: number;
  readonly expires_at: number;
}

/** A start in ms, as keys contain it. */
export const startDigits = (startedAtMs: number): string => String(startedAtMs).padStart(START_DIGITS, '0');

const sortKey = (startedAtMs: number): string => `BROADCAST#${startDigits(startedAtMs)}`;

export const endedBroadcastWrite = (
  { TableName }: Table,
  channelId: string,
  { startedAtMs, streamId, title, game, tags, keepsReplay, recordingUrl }: SoftwareBroadcast,
  outcome: BroadcastOutcome | undefined,
  nowMs: number,
): Write => ({
  Put: {
    TableName,
    Item: {
      pk: `CHANNEL#${channelId}`,
      sk: sortKey(startedAtMs),
      title,
      game,
      tags,
      keep_replay: keepsReplay,
      started_at_ms: startedAtMs,
      ...(streamId && { ivs_stream_id: streamId }),
      ...(recordingUrl && { recording_url: recordingUrl }),
      ...(outcome && {
        ended_by: outcome.endedBy,
        on_air_since_ms: outcome.onAirSinceMs,
        received_ms: outcome.receivedMs,
        new_followers: outcome.newFollowers,
        last_viewers: outcome.lastViewers,
      }),
      expires_at: seconds(nowMs) + KEPT_S,
    },
  },
});

/** The channel's ended broadcasts that had begun by then, latest first. */
export async function endedBroadcasts(
  table: Table,
  channelId: string,
  byMs: number,
): Promise<EndedSoftwareBroadcast[]> {
  const { items } = await queryPage<BroadcastItem>(table, {
    KeyConditionExpression: 'pk = :channel AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':channel': `CHANNEL#${channelId}`,
      ':first': sortKey(0),
      ':last': sortKey(byMs),
    },
    ScanIndexForward: false,
    Limit: MAX_FOUND,
    ConsistentRead: true,
  });
  return items.map(({ title, game, tags, keep_replay, started_at_ms, ...item }) => ({
    title,
    game,
    tags,
    keepsReplay: keep_replay ?? true,
    startedAtMs: started_at_ms,
    endedAtMs: (item.expires_at - KEPT_S) * 1000,
    streamId: item.ivs_stream_id,
    recordingUrl: item.recording_url,
    outcome: outcomeOf(item),
  }));
}

function outcomeOf({
  ended_by: endedBy,
  on_air_since_ms: onAirSinceMs,
  received_ms: receivedMs = 0,
  new_followers: newFollowers = 0,
  last_viewers: lastViewers = 0,
}: Partial<BroadcastItem>): BroadcastOutcome | undefined {
  if (endedBy === undefined || onAirSinceMs === undefined) return undefined;
  return { endedBy, onAirSinceMs, receivedMs, newFollowers, lastViewers };
}
