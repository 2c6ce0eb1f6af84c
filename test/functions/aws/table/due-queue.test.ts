import { describe, expect, it } from 'vitest';
import { dueKeys, dueWork, listDue, type DueQueue } from '#functions/aws/table/due-queue.ts';
import { putItem } from '#functions/aws/table/write-items.ts';
import { localTable } from '#test/support/stand-ins/local-table.ts';

const table = await localTable();

interface Work {
  readonly id: string;
  readonly dueMs: number;
  readonly step: number;
}

const queueOf = (partition: string): DueQueue => ({ partition, index: 'gsi1' });
const itemOf =
  (queue: DueQueue) =>
  ({ id, dueMs, step }: Work) => ({
    pk: `${queue.partition}#${id}`,
    sk: 'WORK',
    ...dueKeys(queue, id, dueMs),
    id,
    due_ms: dueMs,
    step,
  });

const ids = async (queue: DueQueue, nowMs: number, limit = 10): Promise<string[]> =>
  (await listDue<{ id: string }>(table, queue, nowMs, limit)).map(({ id }) => id);

describe('the keys of a due item', () => {
  it('sort by time, whatever its number of digits', () => {
    expect(dueKeys({ partition: 'Q', index: 'gsi4' }, 'a', 1_700_000_000_000)).toEqual({
      gsi4pk: 'Q',
      gsi4sk: '001700000000000#a',
    });
  });
});

describe('a queue', () => {
  it('lists what is due, oldest first, up to its limit', async () => {
    const queue = queueOf('LISTED');
    const work = [
      { id: 'late', dueMs: 90, step: 0 },
      { id: 'early', dueMs: 9, step: 0 },
      { id: 'future', dueMs: 101, step: 0 },
    ];
    for (const one of work) await putItem(table, itemOf(queue)(one));
    expect([await ids(queue, 100), await ids(queue, 100, 1)]).toEqual([['early', 'late'], ['early']]);
  });

  it('gives an item to one of several claimants, until its lease is over', async () => {
    const queue = queueOf('CLAIMED');
    const work: Work = { id: 'a', dueMs: 10, step: 0 };
    const works = dueWork(table, itemOf(queue), ['due_ms']);
    await putItem(table, itemOf(queue)(work));
    const claims = await Promise.all([1, 2, 3].map(() => works.claim(work, 60)));
    expect(claims.filter(Boolean)).toEqual([{ ...work, dueMs: 60 }]);
    expect([await ids(queue, 50), await ids(queue, 61)]).toEqual([[], ['a']]);
  });

  it('keeps an item that has changed since it was read', async () => {
    const queue = queueOf('CHANGED');
    const work: Work = { id: 'a', dueMs: 10, step: 0 };
    const works = dueWork(table, itemOf(queue), ['due_ms', 'step']);
    const changed = { ...work, step: 1 };
    await putItem(table, itemOf(queue)(changed));
    expect([await works.claim(work, 60), await works.replace(work, work), await works.remove(work)]).toEqual([
      null,
      false,
      false,
    ]);
    expect(await works.remove(changed)).toBe(true);
    expect(await ids(queue, 100)).toEqual([]);
  });
});
