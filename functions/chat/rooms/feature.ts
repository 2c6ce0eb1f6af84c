import { lazyPort } from '#functions/base/async/lazy-port.ts';
import { pollsRepository } from '../polls/polls.repository.ts';
import { actsRepository } from './acts/acts.repository.ts';
import { emotesRepository } from './emotes/emotes.repository.ts';
import { roomReads } from './rooms.repository.ts';
import { roomsApp } from './rooms.routes.ts';
import { roomWrites } from './rooms.writes.ts';
import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { channelPublisher } from '#functions/composition/channel-publisher.ts';
import { commentCaseId, placeOf } from '#functions/comments/index.ts';
import type { FeatureContext } from '#functions/http/context.ts';

export function feature(context: FeatureContext<'REALTIME_HTTP_URL'>) {
  const { table, clock } = context;
  const channels = channelsRepository(table);
  return roomsApp({
    rooms: { ...roomReads(table), ...roomWrites(table) },
    polls: pollsRepository(table),
    acts: actsRepository(table),
    messages: lazyPort(async () => (await import('./messages.repository.ts')).roomMessages(table)),
    removedBySite: async (channelId, ids) => {
      const { casesRepository } = await import('#functions/moderation/cases/cases.repository.ts');
      const cases = await casesRepository(table).findMany(ids.map((id) => `message.${channelId}.${id}`));
      const removed = cases.filter(({ decisions }) => decisions.some(({ act }) => act === 'remove'));
      return new Set(removed.map(({ id }) => id.split('.')[2] ?? ''));
    },
    isCommentRemovedBySite: async (comment) => {
      const { casesRepository } = await import('#functions/moderation/cases/cases.repository.ts');
      const { commented, id } = placeOf(comment);
      const one = await casesRepository(table).find(commentCaseId(commented, id));
      return one?.decisions.some(({ act }) => act === 'remove') ?? false;
    },
    chat: lazyPort(async () => (await import('../chat.repository.ts')).chatRepository(table)),
    channels: { ...channels, findById: channels.findVisible },
    emotes: emotesRepository(table),
    discardPicture: async (channelId, url) => {
      const [{ discardPicture }, { workRepository }] = await Promise.all([
        import('#functions/videos/discard.service.ts'),
        import('#functions/videos/table/work.repository.ts'),
      ]);
      await discardPicture({ works: workRepository(table), clock }, channelId, url);
    },
    publish: channelPublisher(context),
    clock,
  });
}
