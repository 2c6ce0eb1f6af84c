import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tableSchema } from '../../../../infra/agreed/table-schema.ts';
import { localCredentials, LOCAL_REGION } from '../../../../infra/local/aws/credentials.ts';
import { createTable } from '../../../../infra/local/table/create-table.ts';
import { LOCAL_TABLE, startTable, type LocalTable } from '../../../../infra/local/table/table.ts';
import { newFolder } from '../../../support/runner/temporary-folder.ts';

const folder = newFolder();
const credentials = localCredentials(folder);
let table: LocalTable;
let client: DynamoDBClient;

beforeAll(async () => {
  table = await startTable(folder, credentials);
  client = new DynamoDBClient({ endpoint: table.endpoint, region: LOCAL_REGION, credentials });
});
afterAll(async () => {
  client.destroy();
  await table.close();
});

const indexesOf = async (TableName: string) =>
  (await client.send(new DescribeTableCommand({ TableName }))).Table?.GlobalSecondaryIndexes?.map(
    ({ IndexName }) => IndexName,
  );

/** A table as a Fanfare made it that knew no index. */
async function createEarlierTable(TableName: string): Promise<void> {
  const string = 'S' as const;
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: string })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    }),
  );
}

it('a table of an earlier Fanfare gets the indexes that it lacks, and they know what it holds', async () => {
  const TableName = 'earlier';
  await createEarlierTable(TableName);
  const documents = DynamoDBDocumentClient.from(client);
  const [, index] = tableSchema.indexes;
  const Item = { pk: 'a', sk: 'b', [index.partitionKey]: 'list', [index.sortKey]: '1' };
  await documents.send(new PutCommand({ TableName, Item }));
  await createTable(client, TableName);
  expect(await indexesOf(TableName)).toEqual(tableSchema.indexes.map(({ name }) => name));
  const query = new QueryCommand({
    TableName,
    IndexName: index.name,
    KeyConditionExpression: `${index.partitionKey} = :list`,
    ExpressionAttributeValues: { ':list': 'list' },
  });
  expect((await documents.send(query)).Items).toEqual([Item]);
});

it('a table that lacks nothing stays as it is', async () => {
  const before = await indexesOf(LOCAL_TABLE);
  await createTable(client, LOCAL_TABLE);
  expect(await indexesOf(LOCAL_TABLE)).toEqual(before);
  expect(before).toHaveLength(tableSchema.indexes.length);
});
