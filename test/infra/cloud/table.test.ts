import { expect, test } from 'vitest';
import { tableSchema } from '#infra/agreed/table-schema.ts';
import { settingsIn } from '#infra/cloud/stage/context.ts';
import { settingsOf } from '#infra/cloud/stage/settings.ts';
import { stageOf } from '#infra/cloud/stage/stage.ts';
import { resources } from '#test/support/site/stack/site-queries.ts';
import { synthesizeSite } from '#test/support/site/stack/site.ts';

interface TableProperties {
  readonly BillingMode: string;
  readonly KeySchema: unknown;
  readonly AttributeDefinitions: unknown;
  readonly GlobalSecondaryIndexes: readonly { readonly IndexName: string; readonly KeySchema: unknown }[];
  readonly StreamSpecification: unknown;
  readonly TimeToLiveSpecification: unknown;
  readonly Replicas: readonly object[];
}

const site = synthesizeSite();
const tablesOf = (of: typeof site) =>
  Object.values(resources<TableProperties>(of, 'AWS::DynamoDB::GlobalTable'));
const [table, ...others] = tablesOf(site);

const keys = (hash: string, range: string) => [
  { AttributeName: hash, KeyType: 'HASH' },
  { AttributeName: range, KeyType: 'RANGE' },
];

test('the table has the keys and indexes of the local one', () => {
  expect(others).toEqual([]);
  expect(table?.Properties.KeySchema).toEqual(keys(tableSchema.partitionKey, tableSchema.sortKey));
  expect(table?.Properties.GlobalSecondaryIndexes).toMatchObject(
    tableSchema.indexes.map(({ name, partitionKey, sortKey }) => ({
      IndexName: name,
      KeySchema: keys(partitionKey, sortKey),
      Projection: { ProjectionType: 'ALL' },
    })),
  );
});

test('the table is billed per request, expires items and has a stream', () => {
  expect(table?.Properties).toMatchObject({
    BillingMode: 'PAY_PER_REQUEST',
    TimeToLiveSpecification: { AttributeName: tableSchema.timeToLive, Enabled: true },
    StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
  });
});

test('the table has point-in-time recovery, and deletion protection in production', () => {
  const kept = tablesOf(synthesizeSite({ stage: stageOf('prod') }))[0];
  expect(kept?.Properties.Replicas).toMatchObject([
    {
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    },
  ]);
  expect(kept?.DeletionPolicy).toBe('Retain');
  expect(table?.Properties.Replicas).toMatchObject([
    {
      DeletionProtectionEnabled: false,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    },
  ]);
  expect(table?.DeletionPolicy).toBe('Delete');
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
