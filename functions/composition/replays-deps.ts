/** Wires the chats of replays. */
import type { Table } from '../aws/table/table.ts';
import { recordedChatRepository } from '../chat/recorded-chat.repository.ts';
import { listMessagesBetween } from '../chat/read-messages.service.ts';
import { roomReads } from '../chat/rooms/rooms.repository.ts';
import type { ReplaysDeps } from '../replays/replays.service.ts';
import { findRecordedReplay } from '../videos/table/open-video.repository.ts';

export function replaysDeps(table: Table): ReplaysDeps {
  const chat = { chat: recordedChatRepository(table, Date.now), rooms: roomReads(table), clock: Date.now };
  return {
    findReplay: (id, callerId) => findRecordedReplay(table, id, callerId),
    listMessages: (channelId, range) => listMessagesBetween(chat, channelId, range),
  };
}
