import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany, queryPage } from '#functions/aws/table/read-items.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { assignment, putInput } from '#functions/aws/table/write-items.ts';
import { seconds } from '#functions/base/seconds.ts';
import { channelKey } from '#functions/channels/index.ts';
import { restorationWrites } from '#functions/comments/index.ts';
import { messageKey, referenceKey, toStoredMessage } from '../../chat.item.ts';
import type { StoredMessage } from '../../message.ts';
import { aboutKeys, MODERATOR_PREFIX, moderatorKey, SANCTION_PREFIX, sanctionKey } from '../room.item.ts';
import { writeAs } from '../rooms.writes.ts';
import type { RoomActor } from '../room.ts';
import { actKey, type ActItem } from '../act.item.ts';

const ACTS_PAGE = 25;

export type ActsRepository = ReturnType<typeof actsRepository>;

/** See `act.item.ts` for the keys. */
export const actsRepository = (table: Table) => ({
  /** Newest first; `before` is `next` of the previous page. */
  list: async (
    channelId: string,
    before: string | undefined,
    nowMs: number,
  ): Promise<{ readonly items: readonly ActItem[]; readonly next: string | null }> => {
    const { items, lastKey } = await queryPage<ActItem>(table, {
      KeyConditionExpression: before === undefined ? 'pk = :acts' : 'pk = :acts AND sk < :before',
      FilterExpression: 'expires_at > :now',
      ExpressionAttributeValues: {
        ':acts': actKey(channelId, '').pk,
        ':now': seconds(nowMs),
        ...(before !== undefined && { ':before': before }),
      },
      ScanIndexForward: false,
      Limit: ACTS_PAGE,
    });
    return { items, next: lastKey ? String(lastKey['sk']) : null };
  },
  find: async (channelId: string, id: string): Promise<ActItem | null> =>
    (await getItem<ActItem>(table, actKey(channelId, id))) ?? null,
  /** Returns the messages that an act removed. */
  messagesOf: ({ messages = [], person_id: author_id = '' }: ActItem): StoredMessage[] =>
    messages.map((message) => toStoredMessage({ ...message, author_id })),
  /** Of visible channels, by id. */
  usernames: async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const items = await getMany(table, ids.map(channelKey));
    return new Map(
      items.flatMap(({ id, username, is_hidden }) => (is_hidden ? [] : [[String(id), String(username)]])),
    );
  },
  /** False if it was undone, or what it did has changed since. */
  undo: async (actor: RoomActor, item: ActItem): Promise<boolean> => {
    const undone = { undone_by: actor.actorId, undone_ms: actor.atMs };
    const once = { if: 'attribute_exists(pk) AND attribute_not_exists(undone_ms)' };
    const mark = { Update: assignment(table, actKey(actor.channelId, item.sk), undone, once) };
    return writeAs(table, actor, [mark, ...(await opposite(table, actor.channelId, item))]);
  },
});

async function opposite(table: Table, channelId: string, item: ActItem): Promise<Write[]> {
  const { TableName } = table;
  const { act, person_id: personId = '', username } = item;
  const absent = { ConditionExpression: 'attribute_not_exists(pk)' };
  const [sanction, role] = [sanctionKey(channelId, personId), moderatorKey(channelId, personId)];
  switch (act) {
    case 'time_out':
    case 'ban': {
      const ConditionExpression = 'attribute_not_exists(pk) OR act_id = :act';
      const ExpressionAttributeValues = { ':act': item.sk };
      return [{ Delete: { TableName, Key: sanction, ConditionExpression, ExpressionAttributeValues } }];
    }
    case 'lift':
      return [
        { Put: { ...putInput(table, sanctionAgain(channelId, item)), ...absent } },
        { ConditionCheck: { TableName, Key: role, ...absent } },
      ];
    case 'remove':
      return messagesAgain(table, channelId, item);
    case 'remove_comment':
      return item.comment ? restorationWrites(table, { ...item.comment }) : [];
    case 'appoint':
      return [{ Delete: { TableName, Key: role } }];
    case 'dismiss': {
      const keys = { ...role, ...aboutKeys(personId, MODERATOR_PREFIX, channelId) };
      return [
        { Put: putInput(table, { ...keys, username }) },
        { ConditionCheck: { TableName, Key: sanction, ...absent } },
      ];
    }
    default:
      throw new Error(`${act} cannot be undone`);
  }
}

const sanctionAgain = (channelId: string, { person_id = '', username, reason, until_ms }: ActItem) => ({
  ...sanctionKey(channelId, person_id),
  ...aboutKeys(person_id, SANCTION_PREFIX, channelId),
  username,
  ...(reason && { reason }),
  ...(until_ms && { until_ms, expires_at: seconds(until_ms) }),
});

function messagesAgain(table: Table, channelId: string, { person_id = '', messages = [] }: ActItem): Write[] {
  return messages.flatMap(({ sk: id, ...fields }) => {
    const life = fields.expires_at === undefined ? {} : { expires_at: fields.expires_at };
    const reference = { ...referenceKey(person_id, id), channel_id: channelId, ...life };
    return [{ ...fields, ...messageKey(channelId, id), author_id: person_id }, reference].map((item) => ({
      Put: putInput(table, item),
    }));
  });
}
