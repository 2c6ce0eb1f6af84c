import { queryPage } from '../aws/table/read-items.ts';
import type { Table } from '../aws/table/table.ts';
import { firstIdOf, lastIdOf } from '../base/ids-of-moment.ts';
import { seconds } from '../base/seconds.ts';
import { messageKey, toKept, type MessageItem } from './chat.item.ts';
import { foundAmong } from './chat.repository.ts';
import type { RecordedChat } from './ports.ts';

const earlier = (one: string, other: string | undefined): string => (other && other < one ? other : one);

/** Reads what was said once, however long ago, as far as it is still there. Each costs what a page costs. */
export const recordedChat = (table: Table, clock: () => number): RecordedChat => ({
  between: async (channelId, { fromMs, untilMs, after = '', before, clearedId = '', limit }) => {
    const from = [firstIdOf(fromMs), after, clearedId].toSorted().at(-1)!;
    const to = earlier(lastIdOf(untilMs), before);
    if (from > to) return { messages: [], next: null };
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
    const beside = items.map(toKept).filter(({ id }) => ![after, before, clearedId].includes(id));
    const page = beside.slice(0, limit);
    // What has expired is read past, also where nothing else is left of a page.
    const next = beside.length > limit ? page.at(-1)!.id : lastKey && String(lastKey['sk']);
    return { messages: before === undefined ? page : page.toReversed(), next: next ?? null };
  },
  find: foundAmong(table, () => true),
});
