import type { WatchedChannel } from '#functions/channels/index.ts';
import { LatestEntries } from '#functions/base/latest-entries.ts';

/** Less than the time for which pages apply recent events to an answer (`web/src/lib/realtime/recent-events.ts`). */
const KEPT_MS = 3000;
const MAX_CHANNELS = 1000;

interface Recent extends WatchedChannel {
  readonly readMs: number;
}

export type RecentChannels = ReturnType<typeof recentChannels>;

/** Keeps live channels for a few seconds, because the viewers of one channel report by the hundred. */
export function recentChannels(find: (id: string) => Promise<WatchedChannel | null>, clock: () => number) {
  const latest = new LatestEntries<Recent>(MAX_CHANNELS);
  return {
    findById: async (id: string): Promise<WatchedChannel | null> => {
      const readMs = clock();
      const recent = latest.get(id);
      if (recent && readMs - recent.readMs < KEPT_MS) return recent;
      const found = await find(id);
      if (found?.channel.is_live) latest.set(id, { ...found, readMs });
      return found;
    },
    /** Corrects what was read before. */
    noteViewers: (id: string, viewers: number): void => {
      const recent = latest.get(id);
      if (!recent) return;
      const channel = recent.channel.viewers === undefined ? recent.channel : { ...recent.channel, viewers };
      latest.set(id, { ...recent, channel, viewers });
    },
  };
}
