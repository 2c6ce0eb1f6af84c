import { type Table, withoutRetries } from '#functions/aws/table/table.ts';
import { viewersRepository } from '#functions/channels/table/live-channels.repository.ts';
import { findWatchedChannel } from '#functions/channels/table/public-channels.repository.ts';
import { viewerByPass } from '#functions/composition/viewer-by-pass.ts';
import type { FeatureContext } from '#functions/http/context.ts';
import { logFailure } from '#functions/log/log.ts';
import { addLiveArrival } from '#functions/statistics/arrivals.repository.ts';
import { presenceRepository } from './presence.repository.ts';
import { presenceApp } from './presence.routes.ts';
import { type PresenceDeps, viewersRaiser } from './presence.service.ts';
import { recentChannels } from './recent-channels.ts';

export const feature = (context: FeatureContext<'PASS_KEYS'>) =>
  presenceApp(presenceDeps(context.table, viewerByPass('channel', context), context.clock));

export function presenceDeps(
  table: Table,
  viewerOf: PresenceDeps['viewerOf'],
  clock = Date.now,
): PresenceDeps {
  const once = withoutRetries(table);
  const presence = presenceRepository(once);
  const channels = recentChannels((id) => findWatchedChannel(table, id), clock);
  const { raiseViewers: raise } = viewersRepository(once);
  return {
    presence,
    channels,
    raiseViewers: viewersRaiser({ presence, channels, raise, clock }),
    arrive: (id, arrival) =>
      addLiveArrival(once, id, arrival, clock()).catch((error: unknown) => {
        logFailure('presence.arrival', error);
      }),
    viewerOf,
    clock,
  };
}
