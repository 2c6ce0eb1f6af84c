/**
 * The log of a chat's moderation, for its streamer and moderators. Keys:
 *
 * | item | pk                        | sk       | gsi1pk                        | gsi1sk   | gsi2pk                     | gsi2sk   |
 * |------|---------------------------|----------|-------------------------------|----------|----------------------------|----------|
 * | act  | `CHAT_ACTS#<channel id>`  | its ULID | `CHAT_ACTS_ABOUT#<person id>` | its ULID | `CHAT_ACTS_BY#<actor id>`  | its ULID |
 *
 * An act holds the messages or the comment that it removed, so that it can be undone. It expires with them.
 */
import type { RoomActName } from '#shared/community/rooms.ts';
import { CHAT_HISTORY_MS } from '#shared/limits.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { putInput } from '#functions/aws/table/write-items.ts';
import { seconds } from '#functions/base/seconds.ts';
import type { MessageItem } from '../chat.item.ts';
import type { Person, RoomActor } from './room.ts';

export interface RemovedMessage extends Omit<MessageItem, 'author_id'> {
  /** Absent for the chat of a replay. */
  readonly expires_at?: number;
}

/** As it was stored. */
export interface RemovedComment {
  readonly pk: string;
  readonly sk: string;
  readonly text: string;
  readonly at: string;
}

export interface ActTerms {
  readonly act: RoomActName;
  readonly person?: Person;
  readonly reason?: string;
  /** Of a time-out, or of the one that ended. */
  readonly untilMs?: number | null;
  readonly messages?: readonly RemovedMessage[];
  readonly comment?: RemovedComment;
}

export interface ActItem {
  readonly sk: string;
  readonly act: RoomActName;
  readonly actor_id: string;
  readonly person_id?: string;
  readonly username?: string;
  readonly reason?: string;
  readonly until_ms?: number;
  readonly messages?: readonly RemovedMessage[];
  readonly comment?: RemovedComment | undefined;
  readonly undone_by?: string;
  readonly undone_ms?: number;
}

const actsPartition = (channelId: string): string => `CHAT_ACTS#${channelId}`;
export const actsAboutPartition = (personId: string): string => `CHAT_ACTS_ABOUT#${personId}`;
export const actsByPartition = (actorId: string): string => `CHAT_ACTS_BY#${actorId}`;
export const actKey = (channelId: string, id: string) => ({ pk: actsPartition(channelId), sk: id });

/** The act's id is that of the actor. */
export const actWrite = (
  table: Table,
  { channelId, actorId, actId, atMs }: RoomActor,
  { act, person, reason, untilMs, messages, comment }: ActTerms,
): Write => ({
  Put: putInput(table, {
    ...actKey(channelId, actId),
    gsi2pk: actsByPartition(actorId),
    gsi2sk: actId,
    act,
    actor_id: actorId,
    ...(person && {
      gsi1pk: actsAboutPartition(person.id),
      gsi1sk: actId,
      person_id: person.id,
      username: person.username,
    }),
    ...(reason && { reason }),
    ...(untilMs && { until_ms: untilMs }),
    ...(messages && { messages }),
    ...(comment && { comment }),
    expires_at: seconds(atMs + CHAT_HISTORY_MS),
  }),
});
