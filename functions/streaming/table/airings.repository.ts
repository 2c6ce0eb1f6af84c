/**
 * Ended airings. Keys: `CHANNEL#<id>` / `BROADCAST#<start>`, the start in ms. They are stored because recordings are
 * reported later, when the channel may have another title.
 */
import { DAY_S } from '../../../shared/plain/time.ts';
import { queryPage } from '../../aws/table/read-items.ts';
import type { Table, Write } from '../../aws/table/table.ts';
import type { Airing } from '../airing.ts';
import { seconds } from '../../base/seconds.ts';

/** As long as failed events are kept (`DeadLetters`). */
export const KEPT_S = 14 * DAY_S;
const START_DIGITS = 14;
/** Enough to find one by its stream when several began in the same minute. */
const MAX_FOUND = 8;

interface AiringItem {
  readonly title: string;
  readonly game: string;
  readonly tags: readonly string[];
  /** @default true */
  readonly keep_replay?: boolean;
  readonly started_at_ms: number;
  readonly ivs_stream_id?: string;
}

/** A start in ms, as keys contain it. */
export const startDigits = (startedAtMs: number): string => String(startedAtMs).padStart(START_DIGITS, '0');

const sortKey = (startedAtMs: number): string => `BROADCAST#${startDigits(startedAtMs)}`;

export const airingWrite = (
  { TableName }: Table,
  channelId: string,
  { startedAtMs, streamId, title, game, tags, keepsReplay }: Airing,
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
      expires_at: seconds(nowMs) + KEPT_S,
    },
  },
});

/** The channel's ended airings that had begun by then, latest first. */
export async function endedAirings(table: Table, channelId: string, byMs: number): Promise<Airing[]> {
  const { items } = await queryPage<AiringItem>(table, {
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
  return items.map(({ title, game, tags, keep_replay, started_at_ms, ivs_stream_id }) => ({
    title,
    game,
    tags,
    keepsReplay: keep_replay ?? true,
    startedAtMs: started_at_ms,
    streamId: ivs_stream_id,
  }));
}
