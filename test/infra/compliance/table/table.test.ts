import { execFileSync } from 'node:child_process';
import { type AddressInfo, connect, createServer } from 'node:net';
import { DescribeTableCommand, DescribeTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tableSchema } from '#infra/agreed/table-schema.ts';
import { localCredentials } from '#infra/local/aws/credentials.ts';
import { hiddenAddress } from '#infra/local/table/hidden-address.ts';
import { startTable } from '#infra/local/table/table.ts';
import { skipOnAws } from '#test/support/stand-ins/aws/on-aws.ts';
import { openDatabase, TableFixture } from '#test/support/stand-ins/table-fixture.ts';
import { startChild } from '#test/support/runner/child.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const table = new TableFixture();
const { TableName } = table;
let client: DynamoDBDocumentClient;

beforeAll(async () => {
  await table.start();
  client = table.client;
});
afterAll(() => table.remove());

const key = (id: string) => ({ pk: id, sk: 'FAN' });
const put = (id: string, fields: object = {}) =>
  client.send(new PutCommand({ TableName, Item: { ...key(id), ...fields } }));
const get = async (id: string) =>
  (await client.send(new GetCommand({ TableName, Key: key(id), ConsistentRead: true }))).Item;

describe('the table', () => {
  it('has the deployed keys, index and expiry', async () => {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    const keySchema = (hash: string, range: string) => [
      { AttributeName: hash, KeyType: 'HASH' },
      { AttributeName: range, KeyType: 'RANGE' },
    ];
    const byName = Table?.GlobalSecondaryIndexes?.toSorted((a, b) => (a.IndexName! < b.IndexName! ? -1 : 1));
    expect({ ...Table, GlobalSecondaryIndexes: byName }).toMatchObject({
      KeySchema: keySchema('pk', 'sk'),
      GlobalSecondaryIndexes: tableSchema.indexes.map(({ name, partitionKey, sortKey }) => ({
        IndexName: name,
        KeySchema: keySchema(partitionKey, sortKey),
        Projection: { ProjectionType: 'ALL' },
      })),
    });
    expect(Table?.StreamSpecification?.StreamEnabled ?? false).toBe(false);
    const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
    const TimeToLiveStatus = expect.stringMatching(/^ENABL(ED|ING)$/);
    expect(TimeToLiveDescription).toEqual({ AttributeName: 'expires_at', TimeToLiveStatus });
  });

  it('stores every type of value that Fanfare writes', async () => {
    const fields = {
      text: 'Lüfter 🌀',
      empty: '',
      number: 12.5,
      flag: false,
      none: null,
      list: ['a', ''],
      map: { a: 1 },
    };
    await put('values', fields);
    expect(await get('values')).toEqual({ ...key('values'), ...fields });
  });
});

describe('a conditional write', () => {
  const create = (id: string) =>
    client.send(
      new PutCommand({ TableName, Item: key(id), ConditionExpression: 'attribute_not_exists(pk)' }),
    );

  it('succeeds once', async () => {
    await create('once');
    await expect(create('once')).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
  });

  it('succeeds for one of many simultaneous requests', async () => {
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => create('race')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('adds up simultaneous increments', async () => {
    const add = new UpdateCommand({
      TableName,
      Key: key('sum'),
      UpdateExpression: 'ADD viewers :one',
      ExpressionAttributeValues: { ':one': 1 },
    });
    await Promise.all(Array.from({ length: 20 }, () => client.send(add)));
    expect(await get('sum')).toMatchObject({ viewers: 20 });
  });
});

describe('a transaction', () => {
  const write = (id: string, condition?: string) => ({
    Put: {
      TableName,
      Item: { ...key(id), written: true },
      ...(condition && { ConditionExpression: condition }),
    },
  });
  const isNew = 'attribute_not_exists(pk)';

  it('writes all or nothing, and reports failed conditions in order', async () => {
    await put('taken');
    const TransactItems = [write('new-1', isNew), write('taken', isNew), write('new-2', isNew)];
    await expect(client.send(new TransactWriteCommand({ TransactItems }))).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }, { Code: 'None' }],
    });
    expect([await get('new-1'), await get('new-2')]).toEqual([undefined, undefined]);
    expect(await get('taken')).not.toHaveProperty('written');
  });

  it('reports every failed condition', async () => {
    await put('taken');
    const TransactItems = [write('taken', isNew), write('nowhere', 'attribute_exists(pk)')];
    await expect(client.send(new TransactWriteCommand({ TransactItems }))).rejects.toMatchObject({
      CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, { Code: 'ConditionalCheckFailed' }],
    });
  });

  it('succeeds for one of several simultaneous requests', async () => {
    const attempts = Array.from({ length: 8 }, (_, index) =>
      client.send(
        new TransactWriteCommand({ TransactItems: [write('claim', isNew), write(`own-${index}`)] }),
      ),
    );
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const owned = await Promise.all(attempts.map((_, index) => get(`own-${index}`)));
    expect(owned.filter(Boolean)).toHaveLength(1);
  });

  it('is idempotent by its token', async () => {
    const add = {
      Update: {
        TableName,
        Key: key('token'),
        UpdateExpression: 'ADD viewers :one',
        ExpressionAttributeValues: { ':one': 1 },
      },
    };
    const command = () =>
      new TransactWriteCommand({ TransactItems: [add], ClientRequestToken: 'the-same-token' });
    await client.send(command());
    await client.send(command());
    expect(await get('token')).toMatchObject({ viewers: 1 });
  });
});

describe('the index', () => {
  const ranks = Array.from({ length: 25 }, (_, index) => `1#${String((index * 7) % 25).padStart(3, '0')}`);
  beforeAll(async () => {
    await Promise.all(ranks.map((rank) => put(`rank-${rank}`, { gsi1pk: 'ALL', gsi1sk: rank })));
    await put('rank-offline', { gsi1pk: 'ALL', gsi1sk: '0#999' });
    await put('rank-none');
  });

  const query = (options: object) =>
    client.send(
      new QueryCommand({
        TableName,
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :all AND begins_with(gsi1sk, :live)',
        ExpressionAttributeValues: { ':all': 'ALL', ':live': '1#' },
        ...options,
      }),
    );
  const ranksOf = (items: Record<string, unknown>[] = []) => items.map((item) => item['gsi1sk']);

  it.each([true, false])('is read in order of the rank: forwards %s', async (ScanIndexForward) => {
    const { Items } = await query({ ScanIndexForward });
    const sorted = ranks.toSorted();
    expect(ranksOf(Items)).toEqual(ScanIndexForward ? sorted : sorted.toReversed());
  });

  it('is read in consecutive pages', async () => {
    const seen: unknown[] = [];
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    do {
      const page = await query({
        Limit: 4,
        ScanIndexForward: false,
        ...(ExclusiveStartKey && { ExclusiveStartKey }),
      });
      expect(page.Items?.length).toBeLessThanOrEqual(4);
      seen.push(...ranksOf(page.Items));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
    expect(seen).toEqual(ranks.toSorted().toReversed());
  });

  it('reflects a changed rank at once', async () => {
    await put('rank-moving', { gsi1pk: 'MOVING', gsi1sk: 'a' });
    await put('rank-moving', { gsi1pk: 'MOVING', gsi1sk: 'b' });
    const { Items } = await query({
      KeyConditionExpression: 'gsi1pk = :all',
      ExpressionAttributeValues: { ':all': 'MOVING' },
    });
    expect(ranksOf(Items)).toEqual(['b']);
  });
});

describe('consumed capacity', () => {
  const units = async (command: GetCommand | QueryCommand | PutCommand) =>
    (await client.send(command as GetCommand)).ConsumedCapacity?.CapacityUnits;
  const TOTAL = { ReturnConsumedCapacity: 'TOTAL' } as const;

  it('is counted like DynamoDB’s: 4 kB reads and 1 kB writes', async () => {
    const Item = { ...key('large'), text: 'x'.repeat(9000) };
    expect(await units(new PutCommand({ TableName, Item, ...TOTAL }))).toBe(9);
    expect(
      await units(new GetCommand({ TableName, Key: key('large'), ConsistentRead: true, ...TOTAL })),
    ).toBe(3);
    expect(await units(new GetCommand({ TableName, Key: key('large'), ...TOTAL }))).toBe(1.5);
  });
});

describe('a batch', () => {
  it('reads many items at once, existing ones only', async () => {
    await Promise.all(['batch-1', 'batch-2'].map((id) => put(id)));
    const Keys = ['batch-1', 'batch-2', 'batch-3'].map(key);
    const command = new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } });
    const { Responses, UnprocessedKeys } = await client.send(command);
    expect(Responses?.[TableName]?.map(({ pk }) => pk).toSorted()).toEqual(['batch-1', 'batch-2']);
    expect(UnprocessedKeys).toEqual({});
  });
});

describe('the data folder', () => {
  beforeEach(() => skipOnAws('its process'));

  /** Returns the processes that use a folder, by command line. */
  function processesOf(dataDir: string): { pid: number; isTether: boolean }[] {
    return execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes('--db-path') && line.includes(dataDir))
      .map((line) => ({ pid: Number.parseInt(line, 10), isTether: line.includes('exit-with-parent.ts') }));
  }

  const count = async (from: DynamoDBDocumentClient) => {
    const query = new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': 'KEPT' },
      ConsistentRead: true,
    });
    return (await from.send(query)).Items?.map((item) => Number(item['sk']));
  };

  it('contains every acknowledged write after DynamoDB is killed', async () => {
    const dataDir = newFolder();
    const first = await startTable(dataDir, localCredentials(dataDir));
    const writer = openDatabase(first.endpoint, dataDir);
    const acknowledged: number[] = [];
    const writing = (async () => {
      for (let n = 0; ; n++) {
        await writer.send(
          new PutCommand({ TableName, Item: { pk: 'KEPT', sk: String(n).padStart(6, '0') } }),
        );
        acknowledged.push(n);
      }
    })();
    await expect.poll(() => acknowledged.length).toBeGreaterThan(50);
    for (const { pid, isTether } of processesOf(dataDir)) if (!isTether) process.kill(pid, 'SIGKILL');
    await expect(writing).rejects.toBeInstanceOf(Error);
    writer.destroy();
    await first.close();

    const second = await startTable(dataDir, localCredentials(dataDir));
    const reader = openDatabase(second.endpoint, dataDir);
    const kept = (await count(reader)) ?? [];
    expect(kept.slice(0, acknowledged.length)).toEqual(acknowledged);
    reader.destroy();
    await second.close();
  });

  it('has no running process after its site was killed', async () => {
    const dataDir = newFolder();
    const child = startChild(`
      const { startTable } = await import('./infra/local/table/table.ts');
      const { localCredentials } = await import('./infra/local/aws/credentials.ts');
      const { endpoint } = await startTable(${JSON.stringify(dataDir)}, localCredentials(${JSON.stringify(dataDir)}));
      console.log(endpoint);
    `);
    const { port } = new URL(await child.nextLine());
    expect(processesOf(dataDir)).toHaveLength(2);
    await child.kill();
    await expect.poll(() => processesOf(dataDir)).toEqual([]);
    await expect(isListening(Number(port))).resolves.toBe(false);
  });

  it('is served on another port when the first is taken', async () => {
    const dataDir = newFolder();
    const somebody = createServer();
    await new Promise<void>((resolve) => somebody.listen(0, '127.0.0.1', resolve));
    const taken = { host: '127.62.62.62', port: (somebody.address() as AddressInfo).port };
    const places = [taken];
    const findPlace = async () => places.shift() ?? hiddenAddress();
    const site = await startTable(dataDir, localCredentials(dataDir), { findPlace });
    expect(places).toEqual([]);
    await site.close();
    somebody.close();
  });

  it('is closed with its site', async () => {
    const dataDir = newFolder();
    const site = await startTable(dataDir, localCredentials(dataDir));
    await site.close();
    await expect.poll(() => processesOf(dataDir)).toEqual([]);
  });
});

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
