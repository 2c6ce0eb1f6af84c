/** Wires the moderation of chats. */
import type { Table } from '#functions/aws/table/table.ts';
import { chatRepository } from '#functions/chat/chat.repository.ts';
import { actsRepository } from '#functions/chat/rooms/acts/acts.repository.ts';
import type { ActsDeps } from '#functions/chat/rooms/acts/acts.service.ts';
import { roomMessages } from '#functions/chat/rooms/messages.repository.ts';
import type { RemovalDeps } from '#functions/chat/rooms/remove-messages.service.ts';
import { roomReads } from '#functions/chat/rooms/rooms.repository.ts';
import type { RoomsDeps } from '#functions/chat/rooms/rooms.service.ts';
import { roomWrites } from '#functions/chat/rooms/rooms.writes.ts';
import { casesRepository } from '#functions/moderation/cases/cases.repository.ts';

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
