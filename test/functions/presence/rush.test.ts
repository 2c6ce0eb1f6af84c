import { expect, it } from 'vitest';
import type { Table } from '../../../functions/aws/table/table.ts';
import { presenceRepository } from '../../../functions/presence/presence.repository.ts';

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

it('drops a report when its item is full', async () => {
  const error = Object.assign(new Error('Item size to update has exceeded the maximum allowed size'), {
    name: 'ValidationException',
  });
  const table = { client: { send: () => Promise.reject(error) }, TableName: 'table' } as unknown as Table;
  const report = { window: 1, viewer: 'a', reportEvery: 1, weight: 1 };
  await expect(presenceRepository(table).add('ada', report)).resolves.toBeUndefined();
});
