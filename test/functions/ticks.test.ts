/** What the alarms of missing ticks watch: a tick counts once all of its parts have run. */
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, it, vi } from 'vitest';
import { putItem } from '#functions/aws/table/write-items.ts';
import { localApi } from '#test/support/api/local-api.ts';

const TICK = { 'detail-type': 'Scheduled Event', source: 'aws.events', resources: [], detail: {} };

const ticks = (): unknown[] =>
  site.log.entries().flatMap(({ Ticks, Lambda }) => (Ticks === undefined ? [] : [[Lambda, Ticks]]));

const site = await localApi({ ivs: true, news: {} });

it('counts for each Lambda that has ticks', async () => {
  site.log.clear();
  await site.deliver(TICK);
  await site.tickNews();
  expect(ticks()).toEqual([
    ['events', 1],
    ['news', 1],
  ]);
});

it('does not count what is no tick', async () => {
  site.log.clear();
  const detail = {
    limit_name: 'Concurrent Broadcasts',
    limit_value: 1,
    exceeded_by: 1,
    limit_unit: 'streams',
  };
  await site.deliver({ 'detail-type': 'IVS Limit Breach', source: 'aws.ivs', resources: [], detail });
  expect(ticks()).toEqual([]);
});

it('counts a tick although an item of its work fails', async () => {
  const broken = { pk: 'VIDEO#1', sk: 'WORK', gsi1pk: 'VIDEO_WORK', gsi1sk: '0', work: 'no JSON' };
  await putItem(site.table, broken);
  site.log.clear();
  await site.deliver(TICK, { itemsMayFail: true });
  expect(ticks()).toEqual([['events', 1]]);
});

it('does not count a tick that cannot list the work of a part', async () => {
  const send = DynamoDBDocumentClient.prototype.send as (command: unknown) => unknown;
  const failing = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
  failing.mockImplementation(function (this: DynamoDBDocumentClient, command: unknown) {
    if (JSON.stringify((command as { input: object }).input).includes('"VIDEO_WORK"'))
      throw new Error('The table is tired');
    return send.call(this, command);
  } as never);
  site.log.clear();
  await expect(site.deliver(TICK, { itemsMayFail: true })).rejects.toThrow('The table is tired');
  failing.mockRestore();
  expect(ticks()).toEqual([]);
});
