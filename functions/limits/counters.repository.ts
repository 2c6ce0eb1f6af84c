/**
 * Counters of sliding windows. Keys:
 *
 * | item    | pk                  | sk      |
 * |---------|---------------------|---------|
 * | counter | `RATE#<kind>#<who>` | `COUNT` |
 *
 * `counted` belongs to the numbered window, `before` to the previous one. A counter expires two windows later.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { getItem } from '#functions/aws/table/get-item.ts';
import { nullOn, WriteConflictError, retryOnConflict } from '#functions/aws/retry.ts';
import type { Key, Table } from '#functions/aws/table/table.ts';
import { addition, updateItem } from '#functions/aws/table/write-items.ts';
import type { WindowCounts } from './sliding-window.ts';

interface CounterItem {
  readonly window: number;
  readonly counted: number;
  readonly before: number;
}

const BEGUN = 'Another writer began the window';

const ratePartition = (key: string): string => `RATE#${key}`;

export type CountersRepository = ReturnType<typeof countersRepository>;

/** Counts for all Lambdas together. `partitionOf` separates counters of a Lambda that may write no others. */
export const countersRepository = (table: Table, partitionOf = ratePartition) => ({
  /** Adds to a window's count and returns its new counts. */
  add: (
    key: string,
    { window, windowMs }: { readonly window: number; readonly windowMs: number },
    amount: number,
  ): Promise<WindowCounts> => {
    const counterKey = { pk: partitionOf(key), sk: 'COUNT' };
    return retryOnConflict(async () => {
      const added = await addIn(table, counterKey, window, amount);
      if (added) return added;
      // Once per window.
      const old = await getItem<CounterItem>(table, counterKey);
      if (old && old.window >= window) throw new WriteConflictError(BEGUN);
      const next = nextCounts(old, window, amount);
      if (await putCounts(table, counterKey, next, { old, windowMs })) return next;
      throw new WriteConflictError(BEGUN);
    });
  },
});

/** Adds only if the counter is in this window, or in a later one by another clock. */
async function addIn(table: Table, key: Key, window: number, amount: number): Promise<WindowCounts | null> {
  const add = addition(
    table,
    key,
    { counted: amount },
    { if: '#window >= :window', values: { ':window': window } },
  );
  const names = { ...add.ExpressionAttributeNames, '#window': 'window' };
  const update = new UpdateCommand({ ...add, ExpressionAttributeNames: names, ReturnValues: 'ALL_NEW' });
  const updated = await nullOn(['ConditionalCheckFailedException'], () => table.client.send(update));
  return updated && toCounts(updated.Attributes as CounterItem);
}

const nextCounts = (old: CounterItem | undefined, window: number, amount: number): WindowCounts => ({
  window,
  count: amount,
  before: old?.window === window - 1 ? old.counted : 0,
});

/** Begins a window. False when a concurrent writer was first. */
function putCounts(
  table: Table,
  key: Key,
  { window, count: counted, before }: WindowCounts,
  { old, windowMs }: { readonly old: CounterItem | undefined; readonly windowMs: number },
): Promise<boolean> {
  const item = { window, counted, before, expires_at: Math.ceil(((window + 2) * windowMs) / 1000) };
  const isOld = old
    ? { if: '#window = :old AND counted = :was', values: { ':old': old.window, ':was': old.counted } }
    : { if: 'attribute_not_exists(pk)' };
  return updateItem(table, key, item, isOld);
}

const toCounts = ({ window, counted: count, before }: CounterItem): WindowCounts => ({
  window,
  count,
  before,
});
