/** What captions of live broadcasts need of the features around them. Loaded with the first one. */
import { captionsTopic } from '../../shared/plain/topics.ts';
import type { Table } from '../aws/table/table.ts';
import type { CaptionWriteDeps } from '../browser-stream/captions/live-captions.service.ts';
import { liveCaptionReads, liveCaptionWrites } from '../browser-stream/table/live-captions.repository.ts';
import { broadcastReads } from '../browser-stream/table/broadcast-reads.repository.ts';
import { roomReads } from '../chat/rooms/rooms.repository.ts';
import { requireModerator } from '../chat/rooms/permissions.service.ts';
import { logFailure } from '../log/log.ts';
import { appsyncPublisher } from '../realtime/realtime.appsync.ts';

/** `url` is where events are published. */
export function liveCaptionsDeps(table: Table, url: string): CaptionWriteDeps {
  const reads = { ...table, isConsistent: false };
  const rooms = roomReads(table);
  const publish = appsyncPublisher({ ...table.client.config, url });
  return {
    broadcasts: broadcastReads(reads),
    captions: { ...liveCaptionReads(reads), ...liveCaptionWrites(table) },
    requireModerator: (personId, channelId) => requireModerator({ rooms }, personId, channelId),
    publish: (channelId, cue) =>
      publish(captionsTopic(channelId), [{ events: [{ type: 'cue', cue }] }]).catch((error) =>
        logFailure('realtime.publish', error),
      ),
    clock: Date.now,
  };
}
