import { CHAT_RATE_MESSAGES, CHAT_RATE_WINDOW_MS } from '#shared/limits.ts';
import {
  findChannelId,
  findSubscribedChannel,
} from '#functions/channels/table/public-channels.repository.ts';
import type { FeatureContext } from '#functions/http/context.ts';
import { announceDeps } from '#functions/realtime/announce.adapters.ts';
import { announceToChannel } from '#functions/realtime/announce.service.ts';
import { handOverTo } from '#functions/realtime/hand-over.ts';
import { mentionsPublisher } from '#functions/realtime/person-news.service.ts';
import { answerCommand } from './answer-command.service.ts';
import { answersRepository } from './answers.repository.ts';
import { chatRepository } from './chat.repository.ts';
import { chatApp } from './chat.routes.ts';
import type { ChatDeps } from './chat.service.ts';
import { roomReads } from './rooms/rooms.repository.ts';

export function feature({ table, environment, clock }: FeatureContext<'REALTIME_HTTP_URL'>) {
  const announcing = announceDeps(table, environment.REALTIME_HTTP_URL, handOverTo(table.client.config));
  const publish: ChatDeps['publish'] = (channelId, event) => announceToChannel(announcing, channelId, event);
  const answering = { answers: answersRepository(table), publish, clock };
  return chatApp({
    chat: chatRepository(table),
    rooms: roomReads(table),
    channels: { findById: (id) => findSubscribedChannel(table, id) },
    rate: { messages: CHAT_RATE_MESSAGES, windowMs: CHAT_RATE_WINDOW_MS },
    publish,
    answer: (channel, message) => answerCommand(answering, channel, message),
    publishMentions: mentionsPublisher({ ...announcing, findId: (name) => findChannelId(table, name) }),
    clock,
  });
}
