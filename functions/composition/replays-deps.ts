/** Wires the chats of replays. */
import type { Table } from '#functions/aws/table/table.ts';
import { recordedChatRepository } from '#functions/chat/recorded-chat.repository.ts';
import { listMessagesBetween } from '#functions/chat/read-messages.service.ts';
import { roomReads } from '#functions/chat/rooms/rooms.repository.ts';
import type { ReplaysDeps } from '#functions/replays/replays.service.ts';
import { findRecordedReplay } from '#functions/videos/table/open-video.repository.ts';

export function replaysDeps(table: Table): ReplaysDeps {
  const chat = { chat: recordedChatRepository(table, Date.now), rooms: roomReads(table), clock: Date.now };
  return {
    findReplay: (id, callerId) => findRecordedReplay(table, id, callerId),
    listMessages: (channelId, range) => listMessagesBetween(chat, channelId, range),
  };
}
