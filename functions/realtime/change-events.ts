import type { Table } from '#functions/aws/table/table.ts';
import { once } from '#functions/base/async/once.ts';
import type { handOverTo } from './hand-over.ts';

type LoadHandOver = () => Promise<{ readonly handOverTo: typeof handOverTo }>;

/**
 * A table that publishes changes of channels to `url`, or does not if it is empty. The first change loads the publisher.
 * With `loadHandOver`, another invocation publishes, so that the request need not wait.
 */
export function tableWithChangeEvents(table: Table, url: string, loadHandOver?: LoadHandOver): Table {
  if (url === '') return table;
  const loadPublisher = once(async () => {
    const [{ publishChannelChange }, { announceDeps }, handOver] = await Promise.all([
      import('./channel-news.service.ts'),
      import('./announce.adapters.ts'),
      loadHandOver?.(),
    ]);
    return publishChannelChange.bind(
      null,
      announceDeps(table, url, handOver?.handOverTo(table.client.config)),
    );
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
