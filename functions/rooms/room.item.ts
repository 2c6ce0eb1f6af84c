/**
 * A room as the table holds it. Keys:
 *
 * | item                           | pk                  | sk                      | gsi1pk              | gsi1sk                   |
 * |--------------------------------|---------------------|-------------------------|---------------------|-------------------------|
 * | somebody is a moderator in it  | `ROOM#<channel id>` | `MODERATOR#<person id>` | `ABOUT#<person id>` | `MODERATOR#<channel id>`|
 * | how it is led                  | `ROOM#<channel id>` | `ROOM`                  |                     |                         |
 *
 * What everybody may know of a room lies side by side, so that one query reads it. There is no item of a room that
 * nobody has changed.
 */
import type { Room } from './ports.ts';

export interface RoomItem {
  readonly slow_mode_s?: number;
  readonly followers_only?: boolean;
  readonly links_allowed?: boolean;
  /** The message that is shown above the chat, for as long as it is there. */
  readonly pinned_id?: string;
}

export const MODERATOR_PREFIX = 'MODERATOR#';
export const roomKey = (channelId: string) => ({ pk: `ROOM#${channelId}`, sk: 'ROOM' });

/** A room, by its item and the names of its moderators. */
export const toRoom = (item: RoomItem | undefined, moderators: readonly string[]): Room => ({
  slow_mode_s: item?.slow_mode_s ?? 0,
  followers_only: item?.followers_only ?? false,
  links_allowed: item?.links_allowed ?? true,
  moderators: [...moderators],
  pinnedId: item?.pinned_id,
});
