/** What the chats of replays need of others, on the table. */
import type { Table } from '../aws/table/table.ts';
import { recordedChat } from '../chat/recorded-chat.repository.ts';
import { readBetween } from '../chat/recorded-chat.service.ts';
import { setLives } from '../chat/lives.repository.ts';
import type { ReplaysPorts, StretchesPorts } from '../replays/ports.ts';
import { stretchesRepository } from '../replays/stretches.repository.ts';
import { clearedIdOf } from '../chat/rooms/rooms.repository.ts';
import { findRecordedReplay } from '../videos/table/recorded-replay.repository.ts';
import { readVideo } from '../videos/table/video.change.ts';

export function replaysPorts(table: Table): ReplaysPorts {
  const chat = {
    chat: recordedChat(table, Date.now),
    clearedIdOf: (channelId: string) => clearedIdOf(table, channelId),
    clock: Date.now,
  };
  return {
    replays: { find: (id, callerId) => findRecordedReplay(table, id, callerId) },
    chat: { between: (channelId, range) => readBetween(chat, channelId, range) },
  };
}

export const stretchesPorts = (table: Table, clock = Date.now): StretchesPorts => ({
  stretches: stretchesRepository(table),
  replays: { exists: async (id) => (await readVideo(table, id)) !== null },
  chat: {
    clearedIdOf: (channelId) => clearedIdOf(table, channelId),
    setLives: setLives(table),
  },
  clock,
});
