import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unlessConditionFails } from '#functions/aws/retry.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Key, Table } from '#functions/aws/table/table.ts';
import { addition } from '#functions/aws/table/write-items.ts';
import type { Fold } from './fold.repository.ts';

interface FoldedItem extends Readonly<Record<string, unknown>> {
  /** Counts the folds of this item. */
  readonly folds?: number;
}

interface FoldedNumber {
  readonly keyOf: (id: string) => Key;
  readonly name: string;
  /** The state of items that are counted. @default all */
  readonly state?: string;
}

/** Folds into a number that nothing else depends on, such as an index key. */
export const foldIntoItem =
  ({ keyOf, name, state }: FoldedNumber): Fold =>
  async (table, id, readTotal) => {
    const item = await getItem<FoldedItem>(table, keyOf(id));
    if (!item || item['state'] !== state) return 'gone';
    const total = await readTotal(name);
    const gained = total - Number(item[`folded_${name}`] ?? 0);
    if (gained === 0) return 'folded';
    const update = foldUpdate(table, keyOf(id), item, { name, total, gained, state });
    return (await unlessConditionFails(table.client.send(new UpdateCommand(update)))) ? 'folded' : 'deferred';
  };

interface Gain {
  readonly name: string;
  readonly state: string | undefined;
  readonly total: number;
  readonly gained: number;
}

function foldUpdate(table: Table, key: Key, { folds }: FoldedItem, { name, total, gained, state }: Gain) {
  const isUnchanged = [
    'attribute_exists(pk)',
    folds === undefined ? 'attribute_not_exists(folds)' : 'folds = :known',
    ...(state === undefined ? [] : ['#state = :state']),
  ];
  const condition = {
    if: isUnchanged.join(' AND '),
    values: { ...(folds !== undefined && { ':known': folds }), ...(state && { ':state': state }) },
    ...(state && { names: { '#state': 'state' } }),
  };
  return addition(table, key, { [name]: gained, folds: 1 }, condition, { [`folded_${name}`]: total });
}
