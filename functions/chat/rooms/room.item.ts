/**
 * A room as the table holds it. Keys:
 *
 * | item                            | pk                    | sk                      | gsi1pk              | gsi1sk                   |
 * |---------------------------------|-----------------------|-------------------------|---------------------|--------------------------|
 * | somebody is a moderator in it   | `ROOM#<channel id>`   | `MODERATOR#<person id>` | `ABOUT#<person id>` | `MODERATOR#<channel id>` |
 * | how it is led                   | `ROOM#<channel id>`   | `ROOM`                  |                     |                          |
 * | somebody may not write in it    | `ROOM#<channel id>`   | `SANCTION#<person id>`  | `ABOUT#<person id>` | `SANCTION#<channel id>`  |
 * | words that it holds back        | `ROOM#<channel id>`   | `WORDS`                 |                     |                          |
 *
 * What everybody may know of a room lies side by side, so that one query reads it. There is no item of a room that
 * nobody has changed. A sanction of a moderator's own is none: to name one takes it away, and to silence one the role.
 */
import type { Room } from './ports.ts';

export interface RoomItem {
  readonly slow_mode_s?: number;
  readonly followers_only?: boolean;
  readonly links_allowed?: boolean;
  /** The message that is shown above the chat, for as long as it is there. */
  readonly pinned_id?: string;
  /** All messages are gone whose id is not after this one. */
  readonly cleared_id?: string;
}

export interface SanctionItem {
  readonly sk: string;
  readonly username: string;
  /** Absent: until it is taken back. */
  readonly until_ms?: number;
  readonly expires_at?: number;
}

export interface WordsItem {
  readonly words: readonly string[];
}

export const MODERATOR_PREFIX = 'MODERATOR#';
export const SANCTION_PREFIX = 'SANCTION#';
export const aboutPartition = (personId: string): string => `ABOUT#${personId}`;

export const roomKey = (channelId: string) => ({ pk: `ROOM#${channelId}`, sk: 'ROOM' });
export const wordsKey = (channelId: string) => ({ pk: `ROOM#${channelId}`, sk: 'WORDS' });
export const moderatorKey = (channelId: string, personId: string) => ({
  pk: `ROOM#${channelId}`,
  sk: MODERATOR_PREFIX + personId,
});
export const sanctionKey = (channelId: string, personId: string) => ({
  pk: `ROOM#${channelId}`,
  sk: SANCTION_PREFIX + personId,
});

/** By which all that is kept about a person in rooms is found when they leave. */
export const about = (personId: string, kind: string, channelId: string) => ({
  gsi1pk: aboutPartition(personId),
  gsi1sk: kind + channelId,
});

/** A room, by its item and the names of its moderators. */
export const toRoom = (item: RoomItem | undefined, moderators: readonly string[]): Room => ({
  slow_mode_s: item?.slow_mode_s ?? 0,
  followers_only: item?.followers_only ?? false,
  links_allowed: item?.links_allowed ?? true,
  moderators: [...moderators],
  pinnedId: (item?.pinned_id ?? '') > (item?.cleared_id ?? '') ? item?.pinned_id : undefined,
});
