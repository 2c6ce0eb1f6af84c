import { decodeTime } from 'ulid';
import { stretchWrite } from '../../channels/chat-stretch.item.ts';
import { STRETCH_LEASE_MS } from '../../channels/chat-stretch.ts';
import { seconds } from '../../base/seconds.ts';
import type { Key, Table, Write } from '../../aws/table/table.ts';
import { assignment, placement, type Values } from '../../aws/table/write-expressions.ts';
import { transact } from '../../aws/table/write-items.ts';
import type { Acting, RoomsRepository } from './ports.ts';
import {
  about,
  MODERATOR_PREFIX,
  moderatorKey,
  roomKey,
  SANCTION_PREFIX,
  sanctionKey,
  wordsKey,
} from './room.item.ts';

type Writes = Omit<
  RoomsRepository,
  'find' | 'findCurrent' | 'standing' | 'isModerator' | 'words' | 'silenced'
>;

/** Changes rooms, each act in one transaction; see `room.item.ts` for the keys. `messageKeys` are those of a message. */
export const roomWrites = (
  table: Table,
  messageKeys: (channelId: string, id: string, authorId: string) => readonly Key[],
): Writes => {
  const { TableName } = table;
  const update = (acting: Acting, attributes: Values): Promise<boolean> =>
    act(table, acting, [{ Update: assignment(table, roomKey(acting.channelId), attributes) }]);
  const remove = (Key: Key): Write => ({ Delete: { TableName, Key } });
  return {
    setMode: (acting, mode) => update(acting, { ...mode }),
    pin: (acting, messageId) => update(acting, { pinned_id: messageId ?? undefined }),
    clear: (acting, clearedId) => {
      const { channelId } = acting;
      const untilMs = decodeTime(clearedId);
      const stretch = { channelId, fromMs: 0, untilMs, dueMs: untilMs + STRETCH_LEASE_MS };
      return act(table, acting, [
        { Update: assignment(table, roomKey(channelId), { cleared_id: clearedId }) },
        stretchWrite(table, stretch),
      ]);
    },
    setWords: (acting, words) =>
      act(table, acting, [{ Put: placement(table, { ...wordsKey(acting.channelId), words }) }]),
    addModerator: async (channelId, { id, username }) => {
      const item = { ...moderatorKey(channelId, id), ...about(id, MODERATOR_PREFIX, channelId), username };
      await transact(table, [{ Put: placement(table, item) }, remove(sanctionKey(channelId, id))]);
    },
    removeModerator: async (channelId, id) => {
      await transact(table, [remove(moderatorKey(channelId, id))]);
    },
    silence: (acting, { id, username }, { untilMs }) => {
      const { channelId, actorId } = acting;
      const item = {
        ...sanctionKey(channelId, id),
        ...about(id, SANCTION_PREFIX, channelId),
        username,
        ...(untilMs !== null && { until_ms: untilMs, expires_at: seconds(untilMs) }),
      };
      const Key = moderatorKey(channelId, id);
      const role: Write =
        actorId === channelId
          ? remove(Key)
          : { ConditionCheck: { TableName, Key, ConditionExpression: 'attribute_not_exists(pk)' } };
      return act(table, acting, [{ Put: placement(table, item) }, role]);
    },
    unsilence: (acting, id) => act(table, acting, [remove(sanctionKey(acting.channelId, id))]),
    removeMessage: (acting, { id, authorId }) =>
      act(table, acting, messageKeys(acting.channelId, id, authorId).map(remove)),
  };
};

/** All of the writes while the actor may, or none. */
function act(table: Table, { channelId, actorId }: Acting, writes: Write[]): Promise<boolean> {
  if (actorId === channelId) return transact(table, writes);
  const Key = moderatorKey(channelId, actorId);
  const ConditionExpression = 'attribute_exists(pk)';
  return transact(table, [
    ...writes,
    { ConditionCheck: { TableName: table.TableName, Key, ConditionExpression } },
  ]);
}
