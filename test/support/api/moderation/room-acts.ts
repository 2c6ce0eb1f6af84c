import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { messageKey, referenceKey } from '#functions/chat/chat.item.ts';
import {
  moderatorKey,
  roomKey,
  sanctionKey,
  blockedWordsKey,
  type RoomItem,
} from '#functions/chat/rooms/room.item.ts';
import { has, bodyOfSuccess, together, type Cast, type KillableSite, type Prepare } from './killed-acts.ts';

/** By somebody new, in the streamer's chat. */
export async function aMessage(site: KillableSite, { streamer }: Cast) {
  const author = await site.person();
  const said = site.call(author, 'POST', `/chat/${streamer.id}`, { message: 'buy my fans' });
  return { author, id: (await bodyOfSuccess<{ id: string }>(said)).id };
}

const isMessageThere = async (table: Table, channelId: string, id: string, authorId: string) =>
  together({
    message: await has(table, messageKey(channelId, id)),
    'what the author finds': await has(table, referenceKey(authorId, id)),
  });

const roomOf = async ({ database }: KillableSite, { streamer }: Cast): Promise<RoomItem> =>
  (await getItem<RoomItem>(database.table, roomKey(streamer.id))) ?? {};

let lists = 0;

/** In a channel's chat, by its moderator or its streamer. */
export const ROOM_ACTS: Readonly<Record<string, Prepare>> = {
  'a message is removed': async (site, cast) => {
    const { author, id } = await aMessage(site, cast);
    const { streamer, roomModerator: by } = cast;
    return {
      by,
      request: ['DELETE', `/rooms/${streamer.id}/messages/${id}`],
      hasHappened: async () => !(await isMessageThere(site.database.table, streamer.id, id, author.id)),
      entries: 0,
    };
  },
  'the chat is cleared': async (site, cast) => {
    const { id } = await aMessage(site, cast);
    return {
      by: cast.roomModerator,
      request: ['POST', `/rooms/${cast.streamer.id}/clear`],
      hasHappened: async () => ((await roomOf(site, cast)).cleared_id ?? '') > id,
      entries: 0,
    };
  },
  'somebody is timed out': async (site, { streamer, roomModerator: by }) => {
    const { id, username } = await site.person();
    return {
      by,
      request: ['PUT', `/rooms/${streamer.id}/sanctions/${username}`, { minutes: 10 }],
      hasHappened: () => has(site.database.table, sanctionKey(streamer.id, id)),
      entries: 0,
    };
  },
  'a moderator is banned, and is none any more': async (site, { streamer }) => {
    const { id, username } = await site.person();
    await bodyOfSuccess(site.call(streamer, 'PUT', `/rooms/${streamer.id}/moderators/${username}`));
    const { table } = site.database;
    return {
      by: streamer,
      request: ['PUT', `/rooms/${streamer.id}/sanctions/${username}`, { minutes: null }],
      hasHappened: async () =>
        together({
          banned: await has(table, sanctionKey(streamer.id, id)),
          dismissed: !(await has(table, moderatorKey(streamer.id, id))),
        }),
      entries: 0,
    };
  },
  'a ban is lifted': async (site, { streamer, roomModerator: by }) => {
    const { id, username } = await site.person();
    const path = `/rooms/${streamer.id}/sanctions/${username}`;
    await bodyOfSuccess(site.call(by, 'PUT', path, { minutes: null }));
    return {
      by,
      request: ['DELETE', path],
      hasHappened: async () => !(await has(site.database.table, sanctionKey(streamer.id, id))),
      entries: 0,
    };
  },
  'who is silenced is named moderator': async (site, { streamer, roomModerator }) => {
    const { id, username } = await site.person();
    const { table } = site.database;
    await bodyOfSuccess(
      site.call(streamer, 'PUT', `/rooms/${streamer.id}/sanctions/${username}`, { minutes: null }),
    );
    const role = `/rooms/${streamer.id}/moderators/`;
    // A chat has few of them.
    const { moderators } = await bodyOfSuccess<{ moderators: string[] }>(
      site.call(streamer, 'GET', `/rooms/${streamer.id}`),
    );
    for (const name of moderators)
      if (name !== roomModerator.username) await bodyOfSuccess(site.call(streamer, 'DELETE', role + name));
    return {
      by: streamer,
      request: ['PUT', role + username],
      hasHappened: async () =>
        together({
          named: await has(table, moderatorKey(streamer.id, id)),
          'heard again': !(await has(table, sanctionKey(streamer.id, id))),
        }),
      entries: 0,
    };
  },
  'slow mode is set': async (site, cast) => {
    const slow_mode_s = ((await roomOf(site, cast)).slow_mode_s ?? 0) === 30 ? 60 : 30;
    return {
      by: cast.streamer,
      request: [
        'PUT',
        `/rooms/${cast.streamer.id}`,
        { slow_mode_s, followers_only: false, links_allowed: true },
      ],
      hasHappened: async () => (await roomOf(site, cast)).slow_mode_s === slow_mode_s,
      entries: 0,
    };
  },
  'words are held back': async (site, { streamer }) => {
    const words = [`clunker${(lists += 1)}`];
    const { table } = site.database;
    return {
      by: streamer,
      request: ['PUT', `/rooms/${streamer.id}/words`, { words }],
      hasHappened: async () => {
        const kept = await getItem<{ words: string[] }>(table, blockedWordsKey(streamer.id));
        return kept?.words[0] === words[0];
      },
      entries: 0,
    };
  },
};
