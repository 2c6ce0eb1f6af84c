import { channelPublisher } from '#functions/composition/channel-publisher.ts';
import type { FeatureContext } from '#functions/http/context.ts';
import { moderationDeps } from './moderation-deps.ts';
import { moderationApp } from './moderation.routes.ts';

export function feature(context: FeatureContext<'REALTIME_HTTP_URL'>) {
  const publish = channelPublisher(context);
  return moderationApp(
    moderationDeps({
      table: context.table,
      publishRemoval: (channelId, id) => publish(channelId, { type: 'removed', ids: [id] }),
      publishEmotes: (channelId) => publish(channelId, { type: 'emotes' }),
      clock: context.clock,
    }),
  );
}
