import { captionsTopic } from '#shared/plain/topics.ts';
import { liveCaptionsApp } from './live-captions.routes.ts';
import { liveCaptionReads, liveCaptionWrites } from '../table/live-captions.repository.ts';
import { broadcastReads } from '../table/broadcast-reads.repository.ts';
import { roomReads } from '#functions/chat/rooms/rooms.repository.ts';
import { requireModerator } from '#functions/chat/rooms/permissions.service.ts';
import type { FeatureContext } from '#functions/http/context.ts';
import { logFailure } from '#functions/log/log.ts';
import { appsyncPublisher } from '#functions/realtime/realtime.appsync.ts';

/** Reads see every write before them: what was just turned off, deleted or sent counts at once. */
export function feature({ table, environment, rates, clock }: FeatureContext<'REALTIME_HTTP_URL'>) {
  const consistent = { ...table, isConsistent: true };
  const rooms = roomReads(table);
  const publish = appsyncPublisher({ ...table.client.config, url: environment.REALTIME_HTTP_URL });
  return liveCaptionsApp({
    broadcasts: broadcastReads(consistent),
    captions: { ...liveCaptionReads(consistent), ...liveCaptionWrites(consistent) },
    requireModerator: (personId, channelId) => requireModerator({ rooms, clock }, personId, channelId),
    rates,
    publish: (channelId, event) =>
      publish(captionsTopic(channelId), [{ events: [event] }]).catch((error) =>
        logFailure('realtime.publish', error),
      ),
    clock,
  });
}
