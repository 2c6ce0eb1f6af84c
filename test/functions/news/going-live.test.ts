/** Going live waits for nothing that grows with the number of people to notify. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { BatchWriteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';

const BATCH = 25;

const site = await localApi({ ivs: true, news: {} });

/** A channel whose bell so many rang. */
async function aChannelOf(fans: number): Promise<TestUser> {
  const channel = await site.aUser();
  const { client, TableName } = site.table;
  for (let done = 0; done < fans; done += BATCH) {
    const writes = Array.from({ length: Math.min(BATCH, fans - done) }, () => {
      const fan = ulid();
      const bell = { gsi2pk: `BELLS#${channel.id}`, gsi2sk: fan, bell: true };
      const Item = { pk: `CHANNEL#${fan}`, sk: `FOLLOW#${channel.id}`, channel_id: channel.id, ...bell };
      return { PutRequest: { Item } };
    });
    await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: writes } }));
  }
  return channel;
}

/** What AWS is asked for by `act` itself, by operation; what its stand-ins do then is not among it. */
async function asked(act: () => Promise<unknown>): Promise<Record<string, number>> {
  const within = new AsyncLocalStorage<boolean>();
  const operations: string[] = [];
  const note = (message: unknown): void => {
    const { request } = message as { readonly request: ClientRequest };
    if (!within.getStore()) return;
    operations.push(String(request.getHeader('x-amz-target') ?? request.path));
  };
  subscribe('http.client.request.start', note);
  try {
    await within.run(true, act);
  } finally {
    unsubscribe('http.client.request.start', note);
  }
  const counts = Map.groupBy(operations, (operation) => operation);
  return Object.fromEntries([...counts].map(([operation, all]) => [operation, all.length]));
}

const start = ({ token }: TestUser) =>
  site.api('POST', '/streaming/start', { token, body: { title: 'A quiet evening', game: 'Box Fans' } });

/** IVS has the first picture, which triggers the notifications. */
async function firstPicture({ id }: TestUser): Promise<() => Promise<void>> {
  const { client, TableName } = site.table;
  const get = new GetCommand({ TableName, Key: { pk: `CHANNEL#${id}`, sk: 'STREAM' } });
  const arn = String((await client.send(get)).Item?.['ivs_channel_arn']);
  const event = {
    'detail-type': 'IVS Stream State Change',
    source: 'aws.ivs',
    time: new Date(Date.now() + 1000).toISOString(),
    resources: [arn],
    detail: { event_name: 'Stream Start', channel_name: id, stream_id: 'st-1' },
  };
  return () => site.deliver(event);
}

/** What both steps ask for. */
async function goLive(channel: TestUser): Promise<readonly Record<string, number>[]> {
  const request = await asked(async () => expectSuccess('POST /streaming/start', await start(channel)));
  return [request, await asked(await firstPicture(channel))];
}

it('going live costs as much with a thousand followers as with ten, and queues nothing', async () => {
  // What a first request loads and learns is not of it.
  await goLive(await aChannelOf(0));
  const ofTen = await goLive(await aChannelOf(10));
  expect(await goLive(await aChannelOf(1000))).toEqual(ofTen);
  const [, picture = {}] = ofTen;
  expect(picture).toMatchObject({ 'DynamoDB_20120810.TransactWriteItems': 1 });
  expect(Object.keys(Object.assign({}, ...ofTen) as object).join()).not.toMatch(/SQS/);
});
