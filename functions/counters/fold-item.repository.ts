import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unlessConditionFails } from '#functions/aws/retry.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Key, Table } from '#functions/aws/table/table.ts';
import { addition, type Values } from '#functions/aws/table/write-items.ts';
import type { Fold } from './fold.repository.ts';

interface FoldedItem extends Readonly<Record<string, unknown>> {
  /** Counts the folds of this item. */
  readonly folds?: number;
}

interface FoldedNumbers {
  readonly keyOf: (id: string) => Key;
  readonly names: readonly string[];
  /** The state of items that are counted. @default all */
  readonly state?: string;
}

/** Folds into numbers that nothing else depends on, such as an index key. */
export const foldIntoItem =
  ({ keyOf, names, state }: FoldedNumbers): Fold =>
  async (table, id, { total: readTotal, willSettle }) => {
    const item = await getItem<FoldedItem>(table, keyOf(id));
    if (!item || item['state'] !== state) return 'gone';
    const totals = await Promise.all(names.map(async (name) => [name, await readTotal(name)] as const));
    const gains = totals.map(([name, total]) => [name, total - Number(item[`folded_${name}`] ?? 0)] as const);
    if (gains.every(([, gained]) => gained === 0) && !(await willSettle())) return 'folded';
    const folded = totals.map(([name, total]) => [`folded_${name}`, total]);
    const numbers = { gained: Object.fromEntries(gains), folded: Object.fromEntries(folded) };
    const update = foldUpdate(table, keyOf(id), item, { ...numbers, state });
    return (await unlessConditionFails(table.client.send(new UpdateCommand(update)))) ? 'folded' : 'deferred';
  };

interface Gain {
  readonly gained: Values;
  readonly folded: Values;
  readonly state: string | undefined;
}

function foldUpdate(table: Table, key: Key, { folds }: FoldedItem, { gained, folded, state }: Gain) {
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
  return addition(table, key, { ...gained, folds: 1 }, condition, folded);
}
