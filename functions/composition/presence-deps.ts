import { type Table, withoutRetries } from '#functions/aws/table/table.ts';
import { viewersRepository } from '#functions/channels/table/live-channels.repository.ts';
import { findWatchedChannel } from '#functions/channels/table/public-channels.repository.ts';
import { presenceRepository } from '#functions/presence/presence.repository.ts';
import { type PresenceDeps, viewersRaiser } from '#functions/presence/presence.service.ts';
import { recentChannels } from '#functions/presence/recent-channels.ts';

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
    viewerOf,
    clock,
  };
}
