import { openTable } from './aws/table/table.ts';
import { channelsRepository } from './channels/table/channels.repository.ts';
import { readEnvironment } from './environment.ts';
import { httpHandler } from './http/lambda.ts';
import { addressCounter } from './limits/limits.adapters.ts';

const environment = readEnvironment('community');
const table = openTable(environment.TABLE_NAME);

const channels = channelsRepository(table);

const asked = { table, rates: addressCounter(table, environment) };

/** What a feature needs is loaded with it: a first request is for one of them. */
export const handler = httpHandler<'community'>(environment, asked, {
  rooms: async () => {
    const [{ roomsApp }, { roomsRepository }, { chatRepository }, { findMessage }] = await Promise.all([
      import('./rooms/rooms.routes.ts'),
      import('./rooms/rooms.repository.ts'),
      import('./chat/chat.repository.ts'),
      import('./chat/quotes.service.ts'),
    ]);
    const chat = { chat: chatRepository(table), clock: Date.now };
    return roomsApp({
      rooms: roomsRepository(table),
      messages: { find: (channelId, id) => findMessage(chat, channelId, id) },
      channels,
    });
  },
});
