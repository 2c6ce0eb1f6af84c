import { decodeTime } from 'ulid';
import type { RoomMode } from '../../../shared/community/rooms.ts';
import { seconds } from '../../base/seconds.ts';
import type { Key, Table, Write } from '../../aws/table/table.ts';
import { assignment, placement, transact, updateItem, type Values } from '../../aws/table/write-items.ts';
import { messageKey, referenceKey } from '../chat.item.ts';
import { retentionWrite } from '../retention/retention.item.ts';
import { RETENTION_LEASE_MS } from '../retention/retention.ts';
import {
  aboutKeys,
  blockedWordsKey,
  MODERATOR_PREFIX,
  moderatorKey,
  roomKey,
  SANCTION_PREFIX,
  sanctionKey,
} from './room.item.ts';
import type { Person, RoomActor, SanctionAppeal, SanctionTerms } from './room.ts';

const NOT_APPEALED = { if: 'attribute_exists(pk) AND attribute_not_exists(appeal)' };

export type RoomWrites = ReturnType<typeof roomWrites>;

/** See `room.item.ts` for the keys. Methods with an actor change nothing and return false if the actor lost the role. */
export const roomWrites = (table: Table) => {
  const { TableName } = table;
  const update = (actor: RoomActor, attributes: Values): Promise<boolean> =>
    writeAs(table, actor, [{ Update: assignment(table, roomKey(actor.channelId), attributes) }]);
  const remove = (Key: Key): Write => ({ Delete: { TableName, Key } });
  return {
    setMode: (actor: RoomActor, mode: RoomMode) => update(actor, { ...mode }),
    /** `null` unpins. */
    pin: (actor: RoomActor, messageId: string | null) => update(actor, { pinned_id: messageId ?? undefined }),
    clear: (actor: RoomActor, clearedId: string) => {
      const { channelId } = actor;
      const untilMs = decodeTime(clearedId);
      const range = { channelId, fromMs: 0, untilMs, dueMs: untilMs + RETENTION_LEASE_MS };
      return writeAs(table, actor, [
        { Update: assignment(table, roomKey(channelId), { cleared_id: clearedId }) },
        retentionWrite(table, range),
      ]);
    },
    setBlockedWords: (actor: RoomActor, words: readonly string[]) =>
      writeAs(table, actor, [{ Put: placement(table, { ...blockedWordsKey(actor.channelId), words }) }]),
    addModerator: async (channelId: string, { id, username }: Person) => {
      const keys = { ...moderatorKey(channelId, id), ...aboutKeys(id, MODERATOR_PREFIX, channelId) };
      const item = { ...keys, username };
      await transact(table, [{ Put: placement(table, item) }, remove(sanctionKey(channelId, id))]);
    },
    removeModerator: async (channelId: string, id: string) => {
      await transact(table, [remove(moderatorKey(channelId, id))]);
    },
    /** The streamer's sanction also removes a role; a moderator's returns false if the person has one. */
    addSanction: (actor: RoomActor, { id, username }: Person, { untilMs, reason }: SanctionTerms) => {
      const { channelId, actorId } = actor;
      const item = {
        ...sanctionKey(channelId, id),
        ...aboutKeys(id, SANCTION_PREFIX, channelId),
        username,
        ...(reason && { reason }),
        ...(untilMs !== null && { until_ms: untilMs, expires_at: seconds(untilMs) }),
      };
      const Key = moderatorKey(channelId, id);
      const role: Write =
        actorId === channelId
          ? remove(Key)
          : { ConditionCheck: { TableName, Key, ConditionExpression: 'attribute_not_exists(pk)' } };
      return writeAs(table, actor, [{ Put: placement(table, item) }, role]);
    },
    removeSanction: (actor: RoomActor, id: string) =>
      writeAs(table, actor, [remove(sanctionKey(actor.channelId, id))]),
    /** False if the sanction is gone, or was appealed. */
    appeal: ({ channelId, actorId }: RoomActor, appeal: SanctionAppeal) =>
      updateItem(table, sanctionKey(channelId, actorId), { appeal }, NOT_APPEALED),
    removeMessage: (actor: RoomActor, id: string, authorId: string) =>
      writeAs(table, actor, [messageKey(actor.channelId, id), referenceKey(authorId, id)].map(remove)),
  };
};

function writeAs(table: Table, { channelId, actorId }: RoomActor, writes: Write[]): Promise<boolean> {
  if (actorId === channelId) return transact(table, writes);
  const Key = moderatorKey(channelId, actorId);
  const ConditionExpression = 'attribute_exists(pk)';
  return transact(table, [
    ...writes,
    { ConditionCheck: { TableName: table.TableName, Key, ConditionExpression } },
  ]);
}
