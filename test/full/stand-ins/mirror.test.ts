import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { LOCAL_REGION } from '#infra/local/aws/credentials.ts';
import { createTable } from '#infra/local/table/create-table.ts';
import { startDynoxide } from '#infra/local/table/table.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';
import { startMirror, type Mirror } from '#test/support/stand-ins/mirror/mirror.ts';
import type { TableAnswer } from '#test/support/stand-ins/mirror/wire.ts';

const TableName = 'fans';
const key = { pk: 'CHANNEL#1', sk: 'CHANNEL' };

/** Returns a table with a mirror in front; `planted` changes dynalite's responses. */
async function mirroredTable(
  planted: (operation: string, answer: TableAnswer) => TableAnswer = (_, answer) => answer,
): Promise<{ client: DynamoDBDocumentClient; mirror: Mirror }> {
  const database = await startDynoxide(newFolder());
  onTestFinished(() => database.close());
  const mirror = await startMirror(
    database.endpoint,
    (call) => async (operation, input) => planted(operation, await call(operation, input)),
  );
  onTestFinished(() => mirror.close());
  const credentials = { accessKeyId: 'A', secretAccessKey: 'b' };
  const client = new DynamoDBClient({ endpoint: mirror.endpoint, region: LOCAL_REGION, credentials });
  onTestFinished(() => client.destroy());
  await createTable(client, TableName);
  return { client: DynamoDBDocumentClient.from(client), mirror };
}

it('both databases agree on writes, conditions, transactions and pages', async () => {
  const { client, mirror } = await mirroredTable();
  const isNew = { ConditionExpression: 'attribute_not_exists(pk)' };
  await client.send(new PutCommand({ TableName, Item: { ...key, tags: new Set(['b', 'a']), fans: 1 } }));
  const again = client.send(new PutCommand({ TableName, Item: key, ...isNew }));
  await expect(again).rejects.toThrow('The conditional request failed');
  const add = {
    UpdateExpression: 'ADD fans :one',
    ExpressionAttributeValues: { ':one': 1 },
  };
  await client.send(new UpdateCommand({ TableName, Key: key, ...add, ReturnValues: 'ALL_NEW' }));
  const other = { ...key, sk: 'OTHER' };
  const write = (condition: string) =>
    client.send(
      new TransactWriteCommand({
        TransactItems: [
          { Put: { TableName, Item: other } },
          { Update: { TableName, Key: key, ...add } },
          { ConditionCheck: { TableName, Key: { ...key, sk: 'NONE' }, ConditionExpression: condition } },
        ],
      }),
    );
  await expect(write('attribute_exists(pk)')).rejects.toThrow('[None, None, ConditionalCheckFailed]');
  await write('attribute_not_exists(pk)');
  const found = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': key.pk },
      Limit: 1,
    }),
  );
  expect(found.Items).toEqual([{ ...key, tags: new Set(['a', 'b']), fans: 3 }]);
  expect(mirror.takeDifferences()).toEqual([]);
});

it('both refuse an item of 401 kB', async () => {
  const { client, mirror } = await mirroredTable();
  const item = (kilobytes: number) =>
    client.send(new PutCommand({ TableName, Item: { ...key, text: 'x'.repeat(kilobytes * 1024) } }));
  await expect(item(401)).rejects.toThrow('Item size has exceeded the maximum allowed size');
  await item(399);
  expect(mirror.takeDifferences()).toEqual([]);
});

it.each<[difference: string, planted: (answer: TableAnswer) => TableAnswer]>([
  ['an item', (answer) => ({ ...answer, body: { Item: { ...key, fans: { N: '2' } } } })],
  ['a missing item', (answer) => ({ ...answer, body: {} })],
  ['an error', () => ({ status: 400, body: { __type: 'a#ValidationException' } })],
])('%s that differs is reported', async (_, planted) => {
  const { client, mirror } = await mirroredTable((operation, answer) =>
    operation === 'GetItem' ? planted(answer) : answer,
  );
  await client.send(new PutCommand({ TableName, Item: { ...key, fans: 1 } }));
  await client.send(new GetCommand({ TableName, Key: key }));
  expect(mirror.takeDifferences()).toEqual([
    expect.stringMatching(/^GetItem .+\n {2}dynoxide: .+\n {2}dynalite: /),
  ]);
});
