import { Readable } from 'node:stream';
import { HttpResponse } from '@smithy/core/protocols';
import { expect, it, vi } from 'vitest';
import { getItem } from '#functions/aws/table/get-item.ts';
import { openTable, type Table } from '#functions/aws/table/table.ts';
import { presenceDeps } from '#functions/presence/feature.ts';
import { presenceRepository } from '#functions/presence/presence.repository.ts';

it('counts the reports of all pages', async () => {
  const itemOf = (viewer: string) => ({
    pk: 'PRESENCE#ada',
    sk: '0000000001#1',
    every_1_for_1: new Set([viewer]),
  });
  const send = async ({ input }: { readonly input: { readonly ExclusiveStartKey?: object } }) =>
    input.ExclusiveStartKey
      ? { Items: [itemOf('b')] }
      : { Items: [itemOf('a')], LastEvaluatedKey: { pk: 'a' } };
  const table = { client: { send }, TableName: 'table', onChannelChange: null } as unknown as Table;
  const reports = await presenceRepository(table).list('ada', 1, 1);
  expect(reports.map(({ viewer }) => viewer)).toEqual(['a', 'b']);
});

it.each([
  ['its item is full', 'ValidationException', 'Item size to update has exceeded the maximum allowed size'],
  ['DynamoDB throttles', 'ProvisionedThroughputExceededException', 'too much'],
  ['DynamoDB does not answer', 'TimeoutError', 'Connection timed out'],
])('drops a report when %s', async (_, name, message) => {
  const error = Object.assign(new Error(message), { name });
  const table = { client: { send: () => Promise.reject(error) }, TableName: 'table' } as unknown as Table;
  const report = { window: 1, viewer: 'a', reportEvery: 1, weight: 1 };
  await expect(presenceRepository(table).add('ada', report)).resolves.toBeUndefined();
});

it('sends a report once', async () => {
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'example secret');
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const table = openTable('table');
  let requests = 0;
  table.client.config.requestHandler.handle = async () => {
    requests += 1;
    const body = Readable.from([JSON.stringify({ __type: 'ProvisionedThroughputExceededException' })]);
    return { response: new HttpResponse({ statusCode: 400, headers: {}, body }) };
  };
  const { presence } = presenceDeps(table, (pass) => pass);
  await presence.add('ada', { window: 1, viewer: 'a', reportEvery: 1, weight: 1 });
  expect(requests).toBe(1);
  await expect(getItem(table, { pk: 'a', sk: 'b' })).rejects.toThrow('UnknownError');
  expect(requests).toBeGreaterThan(2);
});
