/** What rooms need of the features around them. Loaded with the first request for a room. */
import { encodeTime } from 'ulid';
import type { Table } from '../aws/table/table.ts';
import type { ChannelsRepository } from '../channels/ports.ts';
import { messageKey, writtenKey } from '../chat/chat.item.ts';
import { authorOf, chatRepository, findSent } from '../chat/chat.repository.ts';
import { findMessage } from '../chat/quotes.service.ts';
import { followKey } from '../follows/follow.item.ts';
import { announcePorts } from '../realtime/announce.adapters.ts';
import { announceToChannel } from '../realtime/announce.service.ts';
import type { RoomsPorts } from '../chat/rooms/ports.ts';
import { roomReads } from '../chat/rooms/rooms.repository.ts';
import { roomWrites } from '../chat/rooms/rooms.writes.ts';

const TIME_CHARACTERS = 10;
const LAST_OF_A_MS = 'Z'.repeat(16);

/** `url` is where events are published. */
export function roomsPorts(table: Table, channels: ChannelsRepository, url: string): RoomsPorts {
  const chat = { chat: chatRepository(table), clock: Date.now };
  const announcing = announcePorts(table, url);
  return {
    rooms: {
      ...roomReads(table, followKey),
      ...roomWrites(table, (channelId, id, authorId) => [
        messageKey(channelId, id),
        writtenKey(authorId, id),
      ]),
    },
    messages: {
      find: (channelId, id) => findMessage(chat, channelId, id),
      authorOf: (channelId, id) => authorOf(table, channelId, id),
      lastWrittenMs: async (personId, channelId) => (await findSent(table, personId)).roomsMs[channelId] ?? 0,
    },
    channels,
    announce: (channelId, event) => announceToChannel(announcing, channelId, event),
    lastIdAt: (atMs) => encodeTime(atMs, TIME_CHARACTERS) + LAST_OF_A_MS,
    clock: Date.now,
  };
}
