import type { ChannelEvent } from '#shared/live/channel-events.ts';
import type { FeatureContext } from '#functions/http/context.ts';
import { announceDeps } from '#functions/realtime/announce.adapters.ts';
import { announceToChannel } from '#functions/realtime/announce.service.ts';

/** Publishes to the open pages of a channel. Never throws. */
export function channelPublisher({ table, environment }: FeatureContext<'REALTIME_HTTP_URL'>) {
  const announcing = announceDeps(table, environment.REALTIME_HTTP_URL);
  return (channelId: string, event: ChannelEvent) => announceToChannel(announcing, channelId, event);
}
