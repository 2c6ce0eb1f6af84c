import { queryPage } from '../aws/table/read-items.ts';
import type { Table } from '../aws/table/table.ts';
import { firstIdOf, lastIdOf } from '../base/ids-of-moment.ts';
import { seconds } from '../base/seconds.ts';
import { messageKey, toKept, type MessageItem } from './chat.item.ts';
import { foundAmong } from './chat.repository.ts';
import type { RecordedChat } from './ports.ts';

const later = (one: string, other: string | undefined): string => (other && other > one ? other : one);
const earlier = (one: string, other: string | undefined): string => (other && other < one ? other : one);

/** Reads what was said once, however long ago, as far as it is still there. Each costs what a page costs. */
export const recordedChat = (table: Table, clock: () => number): RecordedChat => ({
  between: async (channelId, { fromMs, untilMs, after, before, limit }) => {
    const from = later(firstIdOf(fromMs), after);
    const to = earlier(lastIdOf(untilMs), before);
    if (from > to) return { messages: [], hasMore: false };
    const { items, lastKey } = await queryPage<MessageItem>(table, {
      // Both ends belong to it: what was asked from is left out below.
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
    const beside = items.map(toKept).filter(({ id }) => id !== after && id !== before);
    const page = beside.slice(0, limit);
    return {
      messages: before === undefined ? page : page.toReversed(),
      hasMore: lastKey !== undefined || beside.length > limit,
    };
  },
  find: foundAmong(table, () => true),
});
