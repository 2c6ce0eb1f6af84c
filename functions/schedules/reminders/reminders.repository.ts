/** Reminders of planned broadcasts; see `schedule.item.ts` for the keys. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { deleteFound } from '#functions/aws/table/delete-items.ts';
import { queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { deleteItem, putInput, transact } from '#functions/aws/table/write-items.ts';
import { type PositionRange, rangeValues } from '#functions/base/position-range.ts';
import { seconds } from '#functions/base/seconds.ts';
import { channelKey } from '#functions/channels/index.ts';
import type { AccountStep } from '#functions/base/account-step.ts';
import { remindedPartition, REMINDER_PREFIX, reminderKey } from '../schedule.item.ts';

export interface OccurrenceRef {
  readonly channelId: string;
  readonly occurrenceId: string;
}

export type RemindersRepository = ReturnType<typeof remindersRepository>;

interface ReminderItem {
  readonly channel_id: string;
  readonly occurrence_id: string;
  readonly expires_at: number;
}

export const remindersRepository = (table: Table) => ({
  /** The ids of a channel's occurrences that a person has reminders of. */
  list: async (personId: string, channelId: string, nowMs: number): Promise<string[]> => {
    const own = ownWith(personId, `${channelId}#`);
    const { items } = await queryPage<ReminderItem>(table, own);
    return items
      .filter(({ expires_at }) => expires_at > seconds(nowMs))
      .map(({ occurrence_id }) => occurrence_id);
  },
  /** All reminders of a person, for their data export. */
  listAll: async (personId: string) => {
    const { items } = await queryPage<ReminderItem>(table, ownWith(personId, ''));
    return items.map(({ channel_id, occurrence_id }) => ({ channel_id, occurrence_id }));
  },
  /** How many reminders a person has; counts up to `Limit`. */
  count: async (personId: string, Limit: number): Promise<number> => {
    const { TableName } = table;
    const query = new QueryCommand({ TableName, ...ownWith(personId, ''), Select: 'COUNT', Limit });
    return (await table.client.send(query)).Count ?? 0;
  },
  /** False when the channel is deleted or hidden. */
  add: (personId: string, { channelId, occurrenceId }: OccurrenceRef, expiresMs: number) => {
    const item = {
      ...reminderKey(personId, channelId, occurrenceId),
      gsi1pk: remindedPartition(channelId),
      gsi1sk: `${occurrenceId}#${personId}`,
      channel_id: channelId,
      occurrence_id: occurrenceId,
      expires_at: seconds(expiresMs),
    };
    const ConditionExpression = 'attribute_exists(pk) AND attribute_not_exists(is_hidden)';
    const channel = { TableName: table.TableName, Key: channelKey(channelId), ConditionExpression };
    return transact(table, [{ Put: putInput(table, item) }, { ConditionCheck: channel }]);
  },
  remove: async (personId: string, { channelId, occurrenceId }: OccurrenceRef) => {
    await deleteItem(table, reminderKey(personId, channelId, occurrenceId));
  },
  /** Returns the people with a reminder of an occurrence, by id, in a range. */
  page: async ({ channelId, occurrenceId }: OccurrenceRef, range: PositionRange, limit: number) => {
    const { ends: people, last } = await page(table, channelId, { prefix: `${occurrenceId}#`, range, limit });
    return { people, last };
  },
  /** The same of all days of a plan, day by day. */
  pageOfPlan: async (
    { channelId, planId }: { readonly channelId: string; readonly planId: string },
    range: PositionRange,
    limit: number,
  ) => {
    const { ends, last } = await page(table, channelId, { prefix: `${planId}_`, range, limit });
    const reminders = ends.map((position) => {
      const [day = '', personId = ''] = position.split('#');
      return { position, day, personId };
    });
    return { reminders, last };
  },
});

const ownWith = (personId: string, begin: string) => ({
  KeyConditionExpression: 'pk = :person AND begins_with(sk, :begin)',
  ExpressionAttributeValues: {
    ':person': reminderKey(personId, '', '').pk,
    ':begin': REMINDER_PREFIX + begin,
  },
  ConsistentRead: true,
});

interface PageQuery {
  readonly prefix: string;
  readonly range: PositionRange;
  readonly limit: number;
}

/** The rest of the keys of a channel's reminders after `prefix`, in order, of a range. */
async function page(
  table: Table,
  channelId: string,
  { prefix, range, limit: Limit }: PageQuery,
): Promise<{ readonly ends: readonly string[]; readonly last: string | undefined }> {
  const { ':from': from, ':until': until } = rangeValues(range);
  const { items, lastKey } = await queryPage<{ gsi1sk: string }>(table, {
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :channel AND gsi1sk BETWEEN :from AND :until',
    ExpressionAttributeValues: {
      ':channel': remindedPartition(channelId),
      ':from': prefix + from,
      ':until': prefix + until,
    },
    ProjectionExpression: 'gsi1sk',
    Limit,
  });
  const ends = items.map(({ gsi1sk }) => gsi1sk.slice(prefix.length));
  return { ends, last: lastKey && ends.at(-1) };
}

/** Deletes all reminders of a deleted channel's plans. */
export const deleteRemindersOfChannel =
  (table: Table): AccountStep =>
  ({ id, hasTime }) => {
    const reminded = {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :channel',
      ExpressionAttributeValues: { ':channel': remindedPartition(id) },
    };
    return deleteFound(table, reminded, { hasTime });
  };
