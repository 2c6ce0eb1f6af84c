import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { decodeTime } from 'ulid';
import { MINUTE_MS } from '#shared/plain/time.ts';
import { pagesOf, queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { firstIdOf, lastIdOf } from '#functions/base/ids-of-moment.ts';
import { seconds } from '#functions/base/seconds.ts';
import { messageKey, toStoredMessage, type MessageItem } from './chat.item.ts';
import { findMessages } from './chat.repository.ts';
import type { StoredMessage } from './message.ts';

export interface ChatRange {
  /** When the messages were written, inclusive, in ms since 1970. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly after?: string | undefined;
  /** Only messages before this id; returns the last ones instead of the first. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Oldest first. */
export interface ChatPage<M> {
  readonly messages: readonly M[];
  /** The id for `after` or `before` of the next page; `null` on the last one. */
  readonly next: string | null;
}

/** Of 1 MB each: some 50,000 messages. */
const COUNTED_PAGES = 10;

export type RecordedChatRepository = ReturnType<typeof recordedChatRepository>;

/** Reads messages that replays retain. The cost depends on the page only. */
export const recordedChatRepository = (table: Table, clock: () => number) => ({
  listBetween: async (
    channelId: string,
    { fromMs, untilMs, after = '', before, limit }: ChatRange,
    clearedId: string,
  ): Promise<ChatPage<StoredMessage>> => {
    const from = [firstIdOf(fromMs), after, clearedId].toSorted().at(-1)!;
    const to = [lastIdOf(untilMs), before || lastIdOf(untilMs)].toSorted()[0]!;
    if (from > to) return { messages: [], next: null };
    const { items, lastKey } = await queryPage<MessageItem>(table, {
      // BETWEEN is inclusive; the ends are filtered out below.
      KeyConditionExpression: 'pk = :chat AND sk BETWEEN :from AND :to',
      FilterExpression: 'attribute_not_exists(expires_at) OR expires_at > :now',
      ExpressionAttributeValues: {
        ':chat': messageKey(channelId, '').pk,
        ':from': from,
        ':to': to,
        ':now': seconds(clock()),
      },
      ScanIndexForward: before === undefined,
      Limit: limit + 1,
    });
    const found = items.map(toStoredMessage).filter(({ id }) => ![after, before, clearedId].includes(id));
    const page = found.slice(0, limit);
    // Expired messages are filtered after the limit, so an empty page may have a next one.
    const next = found.length > limit ? page.at(-1)!.id : lastKey && String(lastKey['sk']);
    return { messages: before === undefined ? page : page.toReversed(), next: next ?? null };
  },
  /** Reads at most `COUNTED_PAGES`; a longer chat counts as far as that. */
  countBetween: async (channelId: string, fromMs: number, untilMs: number): Promise<number> => {
    let count = 0;
    let last: Record<string, unknown> | undefined;
    for (let page = 0; page < COUNTED_PAGES; page += 1) {
      const { Count = 0, LastEvaluatedKey } = await table.client.send(
        new QueryCommand({
          TableName: table.TableName,
          Select: 'COUNT',
          KeyConditionExpression: 'pk = :chat AND sk BETWEEN :from AND :to',
          ExpressionAttributeValues: {
            ':chat': messageKey(channelId, '').pk,
            ':from': firstIdOf(fromMs),
            ':to': lastIdOf(untilMs),
          },
          ...(last && { ExclusiveStartKey: last }),
        }),
      );
      count += Count;
      last = LastEvaluatedKey;
      if (!last) break;
    }
    return count;
  },
  /** The messages of each minute from `fromMs`, which begins one; as far as `COUNTED_PAGES` reach. */
  countByMinute: async (channelId: string, fromMs: number, untilMs: number): Promise<number[]> => {
    const counts = Array<number>(Math.max(0, Math.ceil((untilMs - fromMs) / MINUTE_MS))).fill(0);
    if (counts.length === 0) return counts;
    const pages = pagesOf<{ readonly sk: string }>(table, {
      KeyConditionExpression: 'pk = :chat AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':chat': messageKey(channelId, '').pk,
        ':from': firstIdOf(fromMs),
        ':to': lastIdOf(untilMs),
      },
      ProjectionExpression: 'sk',
    });
    let read = 0;
    for await (const page of pages) {
      for (const { sk } of page) {
        const minute = Math.floor((decodeTime(sk) - fromMs) / MINUTE_MS);
        if (counts[minute] !== undefined) counts[minute] += 1;
      }
      read += 1;
      if (read === COUNTED_PAGES) break;
    }
    return counts;
  },
  find: (channelId: string, ids: readonly string[]): Promise<StoredMessage[]> =>
    findMessages(table, channelId, ids),
});
