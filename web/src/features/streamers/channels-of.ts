import type { Channel } from '../../../../shared/streamers.ts';
import type { Page } from '../../lib/api/api.ts';

/** The channels of all pages, each once: a list that moves between two requests may show one twice. */
export function channelsOf(pages: readonly Page<Channel>[]): readonly Channel[] {
  const byId = new Map(pages.flatMap(({ items }) => items.map((channel) => [channel.id, channel] as const)));
  return [...byId.values()];
}
