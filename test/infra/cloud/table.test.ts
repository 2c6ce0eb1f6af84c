import { expect, test } from 'vitest';
import { tableSchema } from '../../../infra/agreed/table-schema.ts';
import { resources } from '../../support/stack/site-queries.ts';
import { synthesizeSite } from '../../support/stack/site.ts';

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
const [table, ...others] = Object.values(resources<TableProperties>(site, 'AWS::DynamoDB::GlobalTable'));

const keys = (hash: string, range: string) => [
  { AttributeName: hash, KeyType: 'HASH' },
  { AttributeName: range, KeyType: 'RANGE' },
];

test('there is one table, with the keys and indexes of the schema that the local site creates', () => {
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

test('the table is paid by request, expires items and streams changes', () => {
  expect(table?.Properties).toMatchObject({
    BillingMode: 'PAY_PER_REQUEST',
    TimeToLiveSpecification: { AttributeName: tableSchema.timeToLive, Enabled: true },
    StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
  });
});

test('the table can be restored to any second, and neither a slip nor the end of the stack deletes it', () => {
  expect(table?.Properties.Replicas).toMatchObject([
    {
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    },
  ]);
  expect(table?.DeletionPolicy).toBe('Retain');
});
