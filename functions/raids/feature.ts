import { getMany } from '#functions/aws/table/read-items.ts';
import { type ChannelItem, channelKey, findWatchedChannel, toChannel } from '#functions/channels/index.ts';
import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { refusalsIn } from '#functions/chat/index.ts';
import { channelPublisher } from '#functions/composition/channel-publisher.ts';
import type { FeatureContext } from '#functions/http/context.ts';
import { raidsRepository } from './raids.repository.ts';
import { raidsApp } from './raids.routes.ts';

export function feature(context: FeatureContext<'REALTIME_HTTP_URL'>) {
  const { table, clock } = context;
  return raidsApp({
    raids: raidsRepository(table),
    channels: {
      ...channelsRepository(table),
      findWatched: (id) => findWatchedChannel(table, id),
      findMany: async (ids) => {
        const items = await getMany<ChannelItem>(table, ids.map(channelKey));
        const visible = new Map(items.filter((item) => !item.is_hidden).map((item) => [item.id, item]));
        return ids.flatMap((id) => visible.get(id) ?? []).map(toChannel);
      },
    },
    findRefused: refusalsIn(table),
    publish: channelPublisher(context),
    clock,
  });
}
