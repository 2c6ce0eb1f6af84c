import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { contentionFailure, retryOnConflict } from '#functions/aws/retry.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany, queryAll, queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { ABSENT, addition, deleteItem, putItem } from '#functions/aws/table/write-items.ts';
import { LimitedTable } from '#test/support/stand-ins/limited-table/limited-table.ts';
import { inSimulatedTime } from '#test/support/stand-ins/limited-table/simulated-time.ts';

vi.stubEnv('AWS_REGION', 'us-east-1');
vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLE');
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'example secret');

let limited: LimitedTable;
let table: Table;
beforeEach(() => {
  limited = new LimitedTable();
  table = limited.open();
});

const keyOf = (number: number) => ({ pk: 'A', sk: `x${String(number).padStart(2, '0')}` });
const add = (key: object, by: number) => ({
  Update: {
    TableName: table.TableName,
    Key: key,
    UpdateExpression: 'ADD n :by',
    ExpressionAttributeValues: { ':by': by },
  },
});
const transact = (...TransactItems: object[]) =>
  table.client.send(new TransactWriteCommand({ TransactItems: TransactItems as never }));

describe('as a table', () => {
  beforeEach(async () => {
    for (let n = 0; n < 20; n += 1)
      await putItem(table, { ...keyOf(n), n, gsi1pk: 'Q', gsi1sk: String(99 - n) }, ABSENT);
  });

  it('keeps what is written, under its conditions', async () => {
    expect(await putItem(table, { ...keyOf(0), n: 5 }, ABSENT)).toBe(false);
    await table.client.send(new UpdateCommand(addition(table, keyOf(0), { n: 5 })));
    expect(await getItem(table, keyOf(0))).toMatchObject({ n: 5 });
    await deleteItem(table, keyOf(0));
    expect(await getMany(table, [keyOf(0), keyOf(1)])).toMatchObject([{ n: 1 }]);
  });

  it('queries an index by pages', async () => {
    const query = {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :q AND gsi1sk > :from',
      ExpressionAttributeValues: { ':q': 'Q', ':from': '90' },
      Limit: 3,
    };
    const first = await queryPage<{ n: number }>(table, query);
    expect(first.items.map(({ n }) => n)).toEqual([8, 7, 6]);
    const second = await queryPage<{ n: number }>(table, { ...query, ExclusiveStartKey: first.lastKey });
    expect(second.items.map(({ n }) => n)).toEqual([5, 4, 3]);
  });

  it.each([
    ['begins_with(sk, :a)', { ':a': 'x1' }, [10, 11, 12, 13, 14, 15, 16, 17, 18, 19]],
    ['sk BETWEEN :a AND :b', { ':a': 'x05', ':b': 'x07' }, [5, 6, 7]],
    ['sk < :a', { ':a': 'x02' }, [0, 1]],
    ['sk <= :a', { ':a': 'x02' }, [0, 1, 2]],
    ['sk >= :a', { ':a': 'x18' }, [18, 19]],
    ['sk = :a', { ':a': 'x18' }, [18]],
  ])('queries where %s, in both directions', async (condition, values, numbers) => {
    const query = {
      KeyConditionExpression: `pk = :pk AND ${condition}`,
      ExpressionAttributeValues: { ':pk': 'A', ...values },
      Limit: 2,
    };
    const numbersOf = (items: { n: number }[]) => items.map(({ n }) => n);
    expect(numbersOf(await queryAll<{ n: number }>(table, query))).toEqual(numbers);
    const backwards = await queryAll<{ n: number }>(table, { ...query, ScanIndexForward: false });
    expect(numbersOf(backwards)).toEqual(numbers.toReversed());
  });

  it('does all of a transaction or nothing', async () => {
    const check = {
      TableName: table.TableName,
      Key: keyOf(2),
      ConditionExpression: 'n = :n',
      ExpressionAttributeValues: { ':n': 77 },
    };
    await expect(transact(add(keyOf(1), 100), { ConditionCheck: check })).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }],
    });
    expect(await getMany(table, [keyOf(1), keyOf(2)])).toMatchObject([{ n: 1 }, { n: 2 }]);
    check.ExpressionAttributeValues[':n'] = 2;
    await transact(add(keyOf(1), 100), { ConditionCheck: check });
    expect(await getItem(table, keyOf(1))).toMatchObject({ n: 101 });
  });
});

/** Calls at the same time, and what became of them. */
const atOnce = async (count: number, call: (index: number) => Promise<unknown>) => {
  const outcomes: string[] = [];
  await inSimulatedTime(Date.now(), async () => {
    limited.isLimited = true;
    const calls = Array.from({ length: count }, (_, index) =>
      call(index).then(
        () => 'done',
        (error: unknown) => (contentionFailure(error, 'channel_busy') as { code: string }).code,
      ),
    );
    outcomes.push(...(await Promise.all(calls)));
  });
  return outcomes;
};

describe('with the limits of AWS', () => {
  it('throttles a partition beyond its units of a second', async () => {
    const clients = Array.from({ length: 50 }, () => limited.open());
    const outcomes = await atOnce(1100, (index) =>
      putItem(clients[index % clients.length]!, { pk: 'HOT', sk: String(index) }),
    );
    expect(limited.limits.throttles.get('table HOT')).toBeGreaterThanOrEqual(100);
    expect(new Set(outcomes)).toEqual(new Set(['done']));
    expect(limited.limits.busiest('write', 1)[0]).toMatchObject({ partition: 'table HOT', units: 1100 });
  });

  it('throttles writes because of a partition of an index', async () => {
    const item = (index: number) => ({ pk: `P${index}`, sk: 'S', gsi2pk: 'HOT', gsi2sk: String(index) });
    await atOnce(1010, (index) => putItem(table, item(index)));
    expect([...limited.limits.throttles.keys()]).toEqual(['gsi2 HOT']);
  });

  it('gives reads and transactions their own prices', async () => {
    await putItem(table, { pk: 'A', sk: 'B', text: 'x'.repeat(5000) });
    await atOnce(1, () =>
      queryAll(table, { KeyConditionExpression: 'pk = :a', ExpressionAttributeValues: { ':a': 'A' } }),
    );
    await atOnce(1, () => getItem(table, { pk: 'A', sk: 'B' }));
    await atOnce(1, () => transact(add({ pk: 'A', sk: 'C' }, 1)));
    expect(limited.limits.busiest('read', 1)[0]?.units).toBe(1 + 2);
    expect(limited.limits.busiest('write', 1)[0]?.units).toBe(2);
  });

  it('lets one transaction at a time write an item', async () => {
    await atOnce(3, () => retryOnConflict(() => transact(add({ pk: 'A', sk: 'B' }, 1))));
    expect(limited.limits.conflicts).toBeGreaterThan(1);
    limited.isLimited = false;
    expect(await getItem(table, { pk: 'A', sk: 'B' })).toMatchObject({ n: 3 });
  });
});
