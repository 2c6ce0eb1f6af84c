import { expect, test } from 'vitest';
import { tableSchema } from '#infra/agreed/table-schema.ts';
import { settingsIn } from '#infra/cloud/stage/context.ts';
import { settingsOf } from '#infra/cloud/stage/settings.ts';
import { resources } from '#test/support/site/stack/site-queries.ts';
import { synthesizeSite } from '#test/support/site/stack/site.ts';

interface TableProperties {
  readonly KeySchema: unknown;
  readonly GlobalSecondaryIndexes: readonly { readonly IndexName: string; readonly KeySchema: unknown }[];
  readonly TimeToLiveSpecification: unknown;
}

const site = synthesizeSite();
const tablesOf = (of: typeof site) =>
  Object.values(resources<TableProperties>(of, 'AWS::DynamoDB::GlobalTable'));
const [table, ...others] = tablesOf(site);

const keys = (hash: string, range: string) => [
  { AttributeName: hash, KeyType: 'HASH' },
  { AttributeName: range, KeyType: 'RANGE' },
];

test('the table has the keys, indexes and expiry of the local one', () => {
  expect(others).toEqual([]);
  expect(table?.Properties.KeySchema).toEqual(keys(tableSchema.partitionKey, tableSchema.sortKey));
  expect(table?.Properties.GlobalSecondaryIndexes).toMatchObject(
    tableSchema.indexes.map(({ name, partitionKey, sortKey }) => ({
      IndexName: name,
      KeySchema: keys(partitionKey, sortKey),
      Projection: { ProjectionType: 'ALL' },
    })),
  );
  expect(table?.Properties.TimeToLiveSpecification).toEqual({
    AttributeName: tableSchema.timeToLive,
    Enabled: true,
  });
});

test('the table and each index are as warm as the operator says, and otherwise as new ones', () => {
  const warm = { warmReadUnits: 20_000, warmWriteUnits: '8000' };
  const { warmThroughput } = settingsOf(settingsIn(warm));
  const [given] = tablesOf(synthesizeSite({ warmThroughput }));
  const WarmThroughput = { ReadUnitsPerSecond: 20_000, WriteUnitsPerSecond: 8000 };
  expect(given?.Properties).toMatchObject({
    WarmThroughput,
    GlobalSecondaryIndexes: tableSchema.indexes.map(() => ({ WarmThroughput })),
  });
  expect(JSON.stringify(table)).not.toContain('WarmThroughput');
  expect(settingsOf(settingsIn({ warmWriteUnits: 8000 })).warmThroughput).toEqual({
    readUnitsPerSecond: 12_000,
    writeUnitsPerSecond: 8000,
  });
});
