/** Wires the moderation of chats. */
import type { Table } from '../aws/table/table.ts';
import { chatRepository } from '../chat/chat.repository.ts';
import { actsRepository } from '../chat/rooms/acts/acts.repository.ts';
import type { ActsDeps } from '../chat/rooms/acts/acts.service.ts';
import { roomMessages } from '../chat/rooms/messages.repository.ts';
import type { RemovalDeps } from '../chat/rooms/remove-messages.service.ts';
import { roomReads } from '../chat/rooms/rooms.repository.ts';
import type { RoomsDeps } from '../chat/rooms/rooms.service.ts';
import { roomWrites } from '../chat/rooms/rooms.writes.ts';
import { casesRepository } from '../moderation/cases/cases.repository.ts';

export const roomsDeps = (
  table: Table,
  ports: Pick<RoomsDeps, 'channels' | 'publish' | 'clock'>,
): ActsDeps & RemovalDeps => ({
  rooms: { ...roomReads(table), ...roomWrites(table) },
  acts: actsRepository(table),
  messages: roomMessages(table),
  removedBySite: async (channelId, ids) => {
    const cases = await casesRepository(table).findMany(ids.map((id) => `message.${channelId}.${id}`));
    const removed = cases.filter(({ decisions }) => decisions.some(({ act }) => act === 'remove'));
    return new Set(removed.map(({ id }) => id.split('.')[2] ?? ''));
  },
  chat: chatRepository(table),
  ...ports,
});
