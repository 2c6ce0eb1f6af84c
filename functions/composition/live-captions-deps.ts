/** What captions of live broadcasts need of the features around them. Loaded with the first one. */
import { captionsTopic } from '#shared/plain/topics.ts';
import type { Table } from '#functions/aws/table/table.ts';
import type { CaptionWriteDeps } from '#functions/browser-stream/captions/live-captions.service.ts';
import {
  liveCaptionReads,
  liveCaptionWrites,
} from '#functions/browser-stream/table/live-captions.repository.ts';
import { broadcastReads } from '#functions/browser-stream/table/broadcast-reads.repository.ts';
import { roomReads } from '#functions/chat/rooms/rooms.repository.ts';
import { requireModerator } from '#functions/chat/rooms/permissions.service.ts';
import { logFailure } from '#functions/log/log.ts';
import { appsyncPublisher } from '#functions/realtime/realtime.appsync.ts';

interface LiveCaptionsNeeds extends Pick<CaptionWriteDeps, 'rates'> {
  readonly table: Table;
  /** Where events are published. */
  readonly url: string;
}

/** Reads see every write before them: what was just turned off, deleted or sent counts at once. */
export function liveCaptionsDeps({ table, url, rates }: LiveCaptionsNeeds): CaptionWriteDeps {
  const consistent = { ...table, isConsistent: true };
  const rooms = roomReads(table);
  const publish = appsyncPublisher({ ...table.client.config, url });
  return {
    broadcasts: broadcastReads(consistent),
    captions: { ...liveCaptionReads(consistent), ...liveCaptionWrites(consistent) },
    requireModerator: (personId, channelId) =>
      requireModerator({ rooms, clock: Date.now }, personId, channelId),
    rates,
    publish: (channelId, event) =>
      publish(captionsTopic(channelId), [{ events: [event] }]).catch((error) =>
        logFailure('realtime.publish', error),
      ),
    clock: Date.now,
  };
}
