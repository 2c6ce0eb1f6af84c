import type { Channel } from '../../shared/channels/streamers.ts';
import { LatestEntries } from '../base/latest-entries.ts';

/** Less than the time for which pages apply recent events to an answer (`web/src/lib/realtime/recent-events.ts`). */
const KEPT_MS = 3000;
const MAX_CHANNELS = 1000;

interface Recent {
  readonly channel: Channel;
  readonly readMs: number;
}

export type RecentChannels = ReturnType<typeof recentChannels>;

/** Keeps live channels for a few seconds, because the viewers of one channel report by the hundred. */
export function recentChannels(find: (id: string) => Promise<Channel | null>, clock: () => number) {
  const latest = new LatestEntries<Recent>(MAX_CHANNELS);
  return {
    findById: async (id: string): Promise<Channel | null> => {
      const readMs = clock();
      const recent = latest.get(id);
      if (recent && readMs - recent.readMs < KEPT_MS) return recent.channel;
      const channel = await find(id);
      if (channel?.is_live) latest.set(id, { channel, readMs });
      return channel;
    },
    /** Corrects what was read before. */
    noteViewers: (id: string, viewers: number): void => {
      const recent = latest.get(id);
      if (recent) latest.set(id, { ...recent, channel: { ...recent.channel, viewers } });
    },
  };
}
