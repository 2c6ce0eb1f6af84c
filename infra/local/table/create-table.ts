import {
  CreateTableCommand,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { tableSchema, type TableSchema } from '#infra/agreed/table-schema.ts';

type Index = TableSchema['indexes'][number];

/**
 * Creates Fanfare's table as the construct does, but without a stream: nothing reads it, and dynoxide counts all its
 * past records at each write. An existing table is not changed.
 */
export async function createTable(
  client: DynamoDBClient,
  TableName: string,
  { partitionKey, sortKey, indexes, timeToLive }: TableSchema = tableSchema,
): Promise<void> {
  const command = new CreateTableCommand({
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ partitionKey, sortKey }, ...indexes].flatMap(attributesOf),
    KeySchema: keySchema(partitionKey, sortKey),
    GlobalSecondaryIndexes: indexes.map(indexOf),
  });
  try {
    await client.send(command);
  } catch (error) {
    if (error instanceof ResourceInUseException) return;
    throw error;
  }
  await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1 }, { TableName });
  const TimeToLiveSpecification = { AttributeName: timeToLive, Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
}

const attributesOf = (keys: { readonly partitionKey: string; readonly sortKey: string }) =>
  [keys.partitionKey, keys.sortKey].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const }));

const keySchema = (hash: string, range: string) => [
  { AttributeName: hash, KeyType: 'HASH' as const },
  { AttributeName: range, KeyType: 'RANGE' as const },
];

const indexOf = (index: Index) => ({
  IndexName: index.name,
  KeySchema: keySchema(index.partitionKey, index.sortKey),
  Projection: { ProjectionType: 'ALL' as const },
});
