/** Who wants to be reminded of what; see `schedule.item.ts` for the keys. */
import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { queryPage } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import { placement } from '../../aws/table/write-expressions.ts';
import { transact } from '../../aws/table/write-items.ts';
import { seconds } from '../../base/seconds.ts';
import { channelKey } from '../../channels/channel.item.ts';
import { REMINDER_PREFIX, remindedPartition, reminderKey } from '../schedule.item.ts';
import type { RemindersRepository } from './ports.ts';

interface ReminderItem {
  readonly channel_id: string;
  readonly occurrence_id: string;
  readonly expires_at: number;
}

export const remindersRepository = (table: Table): RemindersRepository => ({
  list: async (personId, channelId, nowMs) => {
    const own = ownWith(personId, `${channelId}#`);
    const { items } = await queryPage<ReminderItem>(table, own);
    return items
      .filter(({ expires_at }) => expires_at > seconds(nowMs))
      .map(({ occurrence_id }) => occurrence_id);
  },
  listAll: async (personId) => {
    const { items } = await queryPage<ReminderItem>(table, ownWith(personId, ''));
    return items.map(({ channel_id, occurrence_id }) => ({ channel_id, occurrence_id }));
  },
  count: async (personId, Limit) => {
    const { TableName } = table;
    const query = new QueryCommand({ TableName, ...ownWith(personId, ''), Select: 'COUNT', Limit });
    return (await table.client.send(query)).Count ?? 0;
  },
  add: (personId, { channelId, occurrenceId }, expiresMs) => {
    const item = {
      ...reminderKey(personId, channelId, occurrenceId),
      gsi1pk: remindedPartition(channelId),
      gsi1sk: `${occurrenceId}#${personId}`,
      channel_id: channelId,
      occurrence_id: occurrenceId,
      expires_at: seconds(expiresMs),
    };
    const ConditionExpression = 'attribute_exists(pk)';
    const channel = { TableName: table.TableName, Key: channelKey(channelId), ConditionExpression };
    return transact(table, [{ Put: placement(table, item) }, { ConditionCheck: channel }]);
  },
  remove: async (personId, { channelId, occurrenceId }) => {
    const Key = reminderKey(personId, channelId, occurrenceId);
    await table.client.send(new DeleteCommand({ TableName: table.TableName, Key }));
  },
  page: async ({ channelId, occurrenceId }, after, limit) => {
    const { ends: people, last } = await page(table, channelId, { prefix: `${occurrenceId}#`, after, limit });
    return { people, last };
  },
  pageOfPlan: async ({ channelId, planId }, after, limit) => {
    const { ends, last } = await page(table, channelId, { prefix: `${planId}_`, after, limit });
    const wishes = ends.map((end) => {
      const [day = '', personId = ''] = end.split('#');
      return { day, personId };
    });
    return { wishes, last };
  },
});

/** A person's own wishes, those whose key goes on so. */
const ownWith = (personId: string, begin: string) => ({
  KeyConditionExpression: 'pk = :person AND begins_with(sk, :begin)',
  ExpressionAttributeValues: {
    ':person': reminderKey(personId, '', '').pk,
    ':begin': REMINDER_PREFIX + begin,
  },
  ConsistentRead: true,
});

interface Range {
  readonly prefix: string;
  /** How the one before it ends. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** How the keys end, in a channel, of the wishes that begin so, in order. */
async function page(
  table: Table,
  channelId: string,
  { prefix, after, limit: Limit }: Range,
): Promise<{ readonly ends: readonly string[]; readonly last: string | undefined }> {
  const { items, lastKey } = await queryPage<{ gsi1sk: string }>(table, {
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :channel AND gsi1sk BETWEEN :from AND :until',
    ExpressionAttributeValues: {
      ':channel': remindedPartition(channelId),
      // Ids are of characters before `~`, and none is followed by a space.
      ':from': after === undefined ? prefix : `${prefix}${after} `,
      ':until': `${prefix}~`,
    },
    ProjectionExpression: 'gsi1sk',
    Limit,
  });
  const ends = items.map(({ gsi1sk }) => gsi1sk.slice(prefix.length));
  return { ends, last: lastKey && ends.at(-1) };
}
