/**
 * Chat rooms. Keys:
 *
 * | item             | pk                  | sk                      | gsi1pk              | gsi1sk                   |
 * |------------------|---------------------|-------------------------|---------------------|--------------------------|
 * | moderator's role | `ROOM#<channel id>` | `MODERATOR#<person id>` | `ABOUT#<person id>` | `MODERATOR#<channel id>` |
 * | settings         | `ROOM#<channel id>` | `ROOM`                  |                     |                          |
 * | timeout or ban   | `ROOM#<channel id>` | `SANCTION#<person id>`  | `ABOUT#<person id>` | `SANCTION#<channel id>`  |
 * | blocked words    | `ROOM#<channel id>` | `WORDS`                 |                     |                          |
 * | command          | `ROOM#<channel id>` | `COMMAND#<name>`        |                     |                          |
 * | own emotes       | `ROOM#<channel id>` | `EMOTES`                |                     |                          |
 *
 * The public items of a room are adjacent, so that one query reads them. A room with default settings has no item. A person has
 * either a role or a sanction: appointing a moderator removes the sanction, and a sanction removes the role.
 */
import type { Room, RoomSanction, SanctionAppeal, SanctionTerms } from './room.ts';

export interface RoomItem {
  readonly slow_mode_s?: number;
  readonly followers_only?: boolean;
  readonly links_allowed?: boolean;
  readonly rules?: string;
  /** The message may have been removed. */
  readonly pinned_id?: string;
  /** Messages up to this id were cleared. */
  readonly cleared_id?: string;
}

export interface SanctionItem {
  readonly sk: string;
  readonly username: string;
  /** Absent for a ban. */
  readonly until_ms?: number;
  readonly reason?: string;
  readonly appeal?: SanctionAppeal;
  /** Id of its entry in the log. */
  readonly act_id?: string;
  readonly expires_at?: number;
}

export interface BlockedWordsItem {
  readonly words: readonly string[];
}

export interface CommandItem {
  readonly name: string;
  readonly answer: string;
}

export interface StoredEmote {
  /** Of its picture. */
  readonly id: string;
  readonly code: string;
  readonly alt: string;
  readonly url: string;
}

/** All emotes are in one item, so that chats read them at one price. */
export interface EmotesItem {
  readonly emotes: readonly StoredEmote[];
  readonly version: number;
}

export const MODERATOR_PREFIX = 'MODERATOR#';
export const SANCTION_PREFIX = 'SANCTION#';
export const aboutPartition = (personId: string): string => `ABOUT#${personId}`;

export const roomKey = (channelId: string) => ({ pk: `ROOM#${channelId}`, sk: 'ROOM' });
export const blockedWordsKey = (channelId: string) => ({ pk: `ROOM#${channelId}`, sk: 'WORDS' });
export const emotesKey = (channelId: string) => ({ pk: `ROOM#${channelId}`, sk: 'EMOTES' });
export const COMMAND_PREFIX = 'COMMAND#';
export const commandKey = (channelId: string, name: string) => ({
  pk: `ROOM#${channelId}`,
  sk: COMMAND_PREFIX + name,
});
export const moderatorKey = (channelId: string, personId: string) => ({
  pk: `ROOM#${channelId}`,
  sk: MODERATOR_PREFIX + personId,
});
export const sanctionKey = (channelId: string, personId: string) => ({
  pk: `ROOM#${channelId}`,
  sk: SANCTION_PREFIX + personId,
});

/** For the export and deletion of an account. */
export const aboutKeys = (personId: string, kind: string, channelId: string) => ({
  gsi1pk: aboutPartition(personId),
  gsi1sk: kind + channelId,
});

export const toRoom = (item: RoomItem | undefined, moderators: readonly string[]): Room => ({
  slow_mode_s: item?.slow_mode_s ?? 0,
  followers_only: item?.followers_only ?? false,
  links_allowed: item?.links_allowed ?? true,
  moderators: [...moderators],
  rules: item?.rules ?? '',
  clearedId: item?.cleared_id ?? '',
  pinnedId: (item?.pinned_id ?? '') > (item?.cleared_id ?? '') ? item?.pinned_id : undefined,
});

export const BAN: RoomSanction = { untilMs: null };

/** Checks the time, because DynamoDB deletes expired items with a delay. */
export function currentSanction(
  item: Pick<SanctionItem, 'until_ms'> | undefined,
  nowMs: number,
): RoomSanction | null {
  if (!item || (item.until_ms !== undefined && item.until_ms <= nowMs)) return null;
  return { untilMs: item.until_ms ?? null };
}

/** `null` without a current sanction. */
export function currentTerms(item: SanctionItem | undefined, nowMs: number): SanctionTerms | null {
  const sanction = currentSanction(item, nowMs);
  return sanction && { ...sanction, reason: item?.reason ?? '', appeal: item?.appeal ?? null };
}
