/** Wires the chats of replays and their retention. */
import type { Table } from '../aws/table/table.ts';
import { recordedChatRepository } from '../chat/recorded-chat.repository.ts';
import { listMessagesBetween } from '../chat/read-messages.service.ts';
import { retentionRepository } from '../chat/retention/retention.repository.ts';
import type { RetentionDeps } from '../chat/retention/retention.service.ts';
import { roomReads } from '../chat/rooms/rooms.repository.ts';
import type { ReplaysPorts } from '../replays/replays.service.ts';
import { findRecordedReplay } from '../videos/table/open-video.repository.ts';
import { readVideo } from '../videos/table/video.change.ts';

export function replaysPorts(table: Table): ReplaysPorts {
  const chat = { chat: recordedChatRepository(table, Date.now), rooms: roomReads(table), clock: Date.now };
  return {
    replays: { find: (id, callerId) => findRecordedReplay(table, id, callerId) },
    chat: { between: (channelId, range) => listMessagesBetween(chat, channelId, range) },
  };
}

export const chatRetentionDeps = (table: Table, clock = Date.now): RetentionDeps => ({
  retention: retentionRepository(table),
  rooms: roomReads(table),
  videoExists: async (id) => (await readVideo(table, id)) !== null,
  clock,
});
