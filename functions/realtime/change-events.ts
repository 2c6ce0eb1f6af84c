import type { Table } from '../aws/table/table.ts';
import { once } from '../base/once.ts';

/**
 * The table, of whose channels open pages are told when they change, by events that are published to `url`; nobody is
 * told where it is empty. What that takes is loaded by the first change.
 */
export function tableWithChangeEvents(table: Table, url: string): Table {
  if (url === '') return table;
  const tell = once(async () => {
    const [{ publishChannelChange: tellPages }, { announcePorts }] = await Promise.all([
      import('./channel-news.service.ts'),
      import('./announce.adapters.ts'),
    ]);
    return tellPages.bind(null, announcePorts(table, url));
  });
  return { ...table, onChannelChange: async (change) => (await tell())(change) };
}

/** The tick: publishes what could not be published to `url`, see `announceOverdue`. */
export async function publishOverdue(table: Table, url: string): Promise<void> {
  if (url === '') return;
  const [{ announceOverdue }, { announcePorts }] = await Promise.all([
    import('./announce.service.ts'),
    import('./announce.adapters.ts'),
  ]);
  await announceOverdue(announcePorts(table, url));
}
