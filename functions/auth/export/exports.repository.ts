/**
 * Copies of what is held of a person, as the table holds them. Keys:
 *
 * | item                    | pk             | sk       | gsi1pk                 | gsi1sk             |
 * |-------------------------|----------------|----------|------------------------|--------------------|
 * | latest export, expires  | `CHANNEL#<id>` | `EXPORT` | `EXPORTS` until whole  | `<requested>#<id>` |
 */
import { getItem } from '../../aws/table/get-item.ts';
import { queryPage } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import { ofVersion } from '../../aws/table/write-expressions.ts';
import { putItem } from '../../aws/table/write-items.ts';
import { seconds } from '../../base/seconds.ts';
import type { DataExport } from './export.ts';
import type { ExportsRepository } from './ports.ts';

const PARTITION = 'EXPORTS';

const exportKey = (accountId: string) => ({ pk: `CHANNEL#${accountId}`, sk: 'EXPORT' });

export const exportsRepository = (table: Table): ExportsRepository => ({
  find: async (accountId) => {
    const item = await getItem<{ export: DataExport }>(table, exportKey(accountId));
    return item?.export ?? null;
  },
  replace: (known, next) => putItem(table, exportItem(next), ofVersion(known?.version ?? 0)),
  listOpen: async (Limit) => {
    const { items } = await queryPage<{ export: DataExport }>(table, {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :open',
      ExpressionAttributeValues: { ':open': PARTITION },
      Limit,
    });
    return items.map((item) => item.export.accountId);
  },
});

const exportItem = (data: DataExport) => ({
  ...exportKey(data.accountId),
  ...(data.position && {
    gsi1pk: PARTITION,
    gsi1sk: `${new Date(data.requestedMs).toISOString()}#${data.accountId}`,
  }),
  version: data.version,
  export: data,
  expires_at: seconds(data.expiresMs),
});
