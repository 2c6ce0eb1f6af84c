import type { Table } from '#functions/aws/table/table.ts';
import { once } from '#functions/base/async/once.ts';
import type { HandOver } from './announce.adapters.ts';

/**
 * A table that publishes changes of channels to `url`, or does not if it is empty. The first change loads the publisher.
 * `handOver`: see `announceDeps`.
 */
export function tableWithChangeEvents(table: Table, url: string, handOver?: HandOver): Table {
  if (url === '') return table;
  const loadPublisher = once(async () => {
    const [{ publishChannelChange }, { announceDeps }] = await Promise.all([
      import('./channel-news.service.ts'),
      import('./announce.adapters.ts'),
    ]);
    return publishChannelChange.bind(null, announceDeps(table, url, handOver));
  });
  return { ...table, onChannelChange: async (change) => (await loadPublisher())(change) };
}

/** Scheduled every minute; see `announceOverdue`. */
export async function publishOverdue(table: Table, url: string): Promise<void> {
  if (url === '') return;
  const [{ announceOverdue }, { announceDeps }] = await Promise.all([
    import('./announce.service.ts'),
    import('./announce.adapters.ts'),
  ]);
  await announceOverdue(announceDeps(table, url));
}
