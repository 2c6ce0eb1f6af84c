import { queryPage } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import type { Report } from './case.ts';
import { reportsByPartition } from './case.item.ts';

const PAGE = 100;

type Reported = Pick<Report, 'kind' | 'reason' | 'words' | 'at'>;

/** What a person has reported, by the time; a page of it. */
export async function listReported(
  table: Table,
  id: string,
  after: string | undefined,
): Promise<{ items: Reported[]; next: string | undefined }> {
  const { items, lastKey } = await queryPage<Report & { readonly gsi1sk: string }>(table, {
    IndexName: 'gsi1',
    KeyConditionExpression: `gsi1pk = :by${after === undefined ? '' : ' AND gsi1sk > :after'}`,
    ExpressionAttributeValues: {
      ':by': reportsByPartition(id),
      ...(after !== undefined && { ':after': after }),
    },
    Limit: PAGE,
  });
  return {
    items: items.map(({ kind, reason, words, at }) => ({ kind, reason, words, at })),
    next: lastKey && items.at(-1)?.gsi1sk,
  };
}
