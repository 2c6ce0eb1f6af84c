import type { Table } from '#functions/aws/table/table.ts';
import { listMessagesBetween } from '#functions/chat/read-messages.service.ts';
import { recordedChatRepository } from '#functions/chat/recorded-chat.repository.ts';
import { roomReads } from '#functions/chat/rooms/rooms.repository.ts';
import type { FeatureContext } from '#functions/http/context.ts';
import { findRecordedReplay } from '#functions/videos/table/open-video.repository.ts';
import { replaysApp } from './replays.routes.ts';
import type { ReplaysDeps } from './replays.service.ts';

export const feature = ({ table, clock }: FeatureContext) => replaysApp(replaysDeps(table, clock));

export function replaysDeps(table: Table, clock = Date.now): ReplaysDeps {
  const chat = { chat: recordedChatRepository(table, clock), rooms: roomReads(table), clock };
  return {
    findReplay: (id, callerId) => findRecordedReplay(table, id, callerId),
    listMessages: (channelId, range) => listMessagesBetween(chat, channelId, range),
  };
}
