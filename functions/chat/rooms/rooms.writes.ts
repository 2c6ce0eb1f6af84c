import { decodeTime } from 'ulid';
import type { ChatCommand } from '#shared/community/chat-commands.ts';
import type { RoomActName, RoomMode } from '#shared/community/rooms.ts';
import type { ModerationEvent } from '#shared/plain/moderation/moderation-events.ts';
import { seconds } from '#functions/base/seconds.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Key, Table, Write } from '#functions/aws/table/table.ts';
import { type ChannelItem, channelKey } from '#functions/channels/index.ts';
import { webhookEventWrites } from '#functions/webhook-events/index.ts';
import { assignment, putInput, transact, type Values } from '#functions/aws/table/write-items.ts';
import { messageKey, referenceKey } from '../chat.item.ts';
import { actWrite, type ActTerms, type RemovedComment, type RemovedMessage } from './act.item.ts';
import { messageRemoved, moderated, noticeWrite } from '#functions/news/index.ts';
import { retentionWrite } from '../retention/retention.item.ts';
import { RETENTION_LEASE_MS } from '../retention/retention.ts';
import {
  aboutKeys,
  blockedWordsKey,
  commandKey,
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
  /** Writes to the log, too. */
  const act = async (actor: RoomActor, terms: ActTerms, writes: Write[]): Promise<boolean> =>
    writeAs(table, actor, [
      ...writes,
      actWrite(table, actor, terms),
      ...(await actEventWrites(table, actor, terms)),
    ]);
  const update = (actor: RoomActor, name: RoomActName, attributes: Values): Promise<boolean> =>
    act(actor, { act: name }, [{ Update: assignment(table, roomKey(actor.channelId), attributes) }]);
  const remove = (Key: Key): Write => ({ Delete: { TableName, Key } });
  return {
    setMode: (actor: RoomActor, mode: RoomMode) => update(actor, 'mode', { ...mode }),
    setRules: (actor: RoomActor, rules: string) => update(actor, 'rules', { rules: rules || undefined }),
    /** `null` unpins. */
    pin: (actor: RoomActor, messageId: string | null) =>
      update(actor, messageId === null ? 'unpin' : 'pin', { pinned_id: messageId ?? undefined }),
    clear: (actor: RoomActor, clearedId: string) => {
      const { channelId } = actor;
      const untilMs = decodeTime(clearedId);
      const range = { channelId, fromMs: 0, untilMs, dueMs: untilMs + RETENTION_LEASE_MS };
      return act(actor, { act: 'clear' }, [
        { Update: assignment(table, roomKey(channelId), { cleared_id: clearedId }) },
        retentionWrite(table, range),
      ]);
    },
    setBlockedWords: (actor: RoomActor, words: readonly string[]) =>
      act(actor, { act: 'words' }, [
        { Put: putInput(table, { ...blockedWordsKey(actor.channelId), words }) },
      ]),
    setCommand: (actor: RoomActor, { name, answer }: ChatCommand) =>
      act(actor, { act: 'commands' }, [
        { Update: assignment(table, commandKey(actor.channelId, name), { name, answer }) },
      ]),
    removeCommand: (actor: RoomActor, name: string) =>
      act(actor, { act: 'commands' }, [remove(commandKey(actor.channelId, name))]),
    addModerator: (actor: RoomActor, person: Person) => {
      const { id, username } = person;
      const { channelId } = actor;
      const keys = { ...moderatorKey(channelId, id), ...aboutKeys(id, MODERATOR_PREFIX, channelId) };
      return act(actor, { act: 'appoint', person }, [
        { Put: putInput(table, { ...keys, username }) },
        remove(sanctionKey(channelId, id)),
        notice(table, actor, id, 'appointed'),
      ]);
    },
    removeModerator: (actor: RoomActor, person: Person) =>
      act(actor, { act: 'dismiss', person }, [remove(moderatorKey(actor.channelId, person.id))]),
    /** The streamer's sanction also removes a role; a moderator's returns false if the person has one. */
    addSanction: (actor: RoomActor, person: Person, { untilMs, reason }: SanctionTerms) => {
      const { id, username } = person;
      const { channelId, actorId, actId } = actor;
      const item = {
        ...sanctionKey(channelId, id),
        ...aboutKeys(id, SANCTION_PREFIX, channelId),
        username,
        act_id: actId,
        ...(reason && { reason }),
        ...(untilMs !== null && { until_ms: untilMs, expires_at: seconds(untilMs) }),
      };
      const Key = moderatorKey(channelId, id);
      const role: Write =
        actorId === channelId
          ? remove(Key)
          : { ConditionCheck: { TableName, Key, ConditionExpression: 'attribute_not_exists(pk)' } };
      const terms = { act: untilMs === null ? 'ban' : 'time_out', person, reason, untilMs } as const;
      return act(actor, terms, [{ Put: putInput(table, item) }, role]);
    },
    removeSanction: (actor: RoomActor, person: Person, { untilMs, reason }: SanctionTerms) =>
      act(actor, { act: 'lift', person, reason, untilMs }, [
        remove(sanctionKey(actor.channelId, person.id)),
        notice(table, actor, person.id, 'chat_lifted'),
      ]),
    /** Notifies the streamer. False if the sanction is gone, or was appealed. */
    appeal: (channelId: string, personId: string, appeal: SanctionAppeal) => {
      const { words: title, at } = appeal;
      const facts = { channelId, personId: channelId, authorId: personId, title } as const;
      const appealed = moderated({ ...facts, event: 'chat_appeal' }, `${personId}#${at}`, Date.parse(at));
      return transact(table, [
        { Update: assignment(table, sanctionKey(channelId, personId), { appeal }, NOT_APPEALED) },
        noticeWrite(table, appealed),
      ]);
    },
    /** Of one author, oldest first, at most `MESSAGES_PER_REMOVAL`. */
    removeMessages: (actor: RoomActor, author: Person, messages: readonly RemovedMessage[]) =>
      act(actor, { act: 'remove', person: author, messages }, [
        ...removals(table, actor.channelId, author.id, messages),
        ...removalNotice(table, actor, author.id, messages),
      ]),
    /** With the writes that delete it. */
    removeComment: (actor: RoomActor, author: Person, comment: RemovedComment, writes: Write[]) =>
      act(actor, { act: 'remove_comment', person: author, comment }, writes),
    /** Before its time, by this write. */
    endPoll: (actor: RoomActor, write: Write) => act(actor, { act: 'end_poll' }, [write]),
    /** By the author, who leaves no entry in the log. */
    removeOwnMessage: (channelId: string, authorId: string, sk: string) =>
      transact(table, removals(table, channelId, authorId, [{ sk }])),
  };
};

/** For the channel's webhooks. */
async function actEventWrites(
  table: Table,
  { channelId, actorId, actId, atMs }: RoomActor,
  { act, person, reason, untilMs }: ActTerms,
): Promise<Write[]> {
  const channel = await getItem<ChannelItem>(table, channelKey(channelId));
  if (!channel?.webhooks) return [];
  const until = untilMs ? new Date(untilMs).toISOString() : null;
  const action = {
    id: actId,
    act,
    moderator_id: actorId,
    person: person ? { id: person.id, username: person.username } : null,
    reason: reason ?? null,
    until,
  };
  return webhookEventWrites(table, channel, { id: actId, type: 'moderation.action', data: { action } }, atMs);
}

const notice = (
  table: Table,
  { channelId, actId, atMs }: RoomActor,
  personId: string,
  event: ModerationEvent,
): Write => noticeWrite(table, moderated({ channelId, personId, event }, actId, atMs));

/** Of the newest message. The author who removes their own needs none. */
function removalNotice(
  table: Table,
  { channelId, actorId, atMs }: RoomActor,
  personId: string,
  messages: readonly RemovedMessage[],
): Write[] {
  const newest = messages.at(-1);
  if (!newest || personId === actorId) return [];
  return [noticeWrite(table, messageRemoved({ channelId, personId, title: newest.message }, atMs))];
}

const removals = (
  { TableName }: Table,
  channelId: string,
  authorId: string,
  messages: readonly { readonly sk: string }[],
): Write[] =>
  messages
    .flatMap(({ sk }) => [messageKey(channelId, sk), referenceKey(authorId, sk)])
    .map((Key) => ({ Delete: { TableName, Key } }));

export function writeAs(table: Table, { channelId, actorId }: RoomActor, writes: Write[]): Promise<boolean> {
  if (actorId === channelId) return transact(table, writes);
  const Key = moderatorKey(channelId, actorId);
  const ConditionExpression = 'attribute_exists(pk)';
  return transact(table, [
    ...writes,
    { ConditionCheck: { TableName: table.TableName, Key, ConditionExpression } },
  ]);
}
