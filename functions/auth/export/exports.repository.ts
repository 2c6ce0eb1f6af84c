/**
 * Exports of a person's data, as the table stores them. Keys:
 *
 * | item                    | pk             | sk       | gsi1pk                 | gsi1sk             |
 * |-------------------------|----------------|----------|------------------------|--------------------|
 * | latest export, expires  | `CHANNEL#<id>` | `EXPORT` | `EXPORTS` until whole  | `<requested>#<id>` |
 */
import { getItem } from '#functions/aws/table/get-item.ts';
import { queryPage } from '#functions/aws/table/read-items.ts';
import type { Key, Table } from '#functions/aws/table/table.ts';
import { ofVersion, putItem, updateItem } from '#functions/aws/table/write-items.ts';
import { seconds } from '#functions/base/seconds.ts';
import { readEach } from '#functions/log/each-item.ts';
import type { DataExport } from './export.ts';

const PARTITION = 'EXPORTS';

const exportKey = (accountId: string) => ({ pk: `CHANNEL#${accountId}`, sk: 'EXPORT' });

export type ExportsRepository = ReturnType<typeof exportsRepository>;

export const exportsRepository = (table: Table) => ({
  find: async (accountId: string): Promise<DataExport | null> => {
    const item = await getItem<{ export: DataExport }>(table, exportKey(accountId));
    return item?.export ?? null;
  },
  /** False when `known` has changed since. */
  replace: (known: DataExport | null, next: DataExport): Promise<boolean> =>
    putItem(table, exportItem(next), ofVersion(known?.version ?? 0)),
  /** Accounts with incomplete exports, oldest request or failure first. Eventually consistent. */
  listOpen: async (Limit: number, nowMs: number): Promise<string[]> => {
    const { items } = await queryPage<ExportItem>(table, {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :open',
      ExpressionAttributeValues: { ':open': PARTITION },
      Limit,
    });
    const accountOf = (item: ExportItem) => item.export.accountId;
    return readEach(items, 'accounts.export', accountOf, ({ pk, sk }) =>
      moveBack(table, { pk, sk }, openKey(pk, nowMs)),
    );
  },
  /** Lists it behind those that have not failed. */
  moveBack: (accountId: string, nowMs: number): Promise<boolean> =>
    moveBack(table, exportKey(accountId), openKey(accountId, nowMs)),
});

interface ExportItem {
  readonly pk: string;
  readonly sk: string;
  readonly export: DataExport;
}

const moveBack = (table: Table, key: Key, gsi1sk: string): Promise<boolean> =>
  updateItem(table, key, { gsi1sk }, { if: 'attribute_exists(gsi1pk)' });

const openKey = (accountId: string, timeMs: number): string =>
  `${new Date(timeMs).toISOString()}#${accountId}`;

const exportItem = (data: DataExport) => ({
  ...exportKey(data.accountId),
  ...(data.position && {
    gsi1pk: PARTITION,
    gsi1sk: openKey(data.accountId, data.requestedMs),
  }),
  version: data.version,
  export: data,
  expires_at: seconds(data.expiresMs),
});
