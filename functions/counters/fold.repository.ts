/**
 * Folds a counter: adds what its shards have gained to the number in the subject's item, and writes nothing that people
 * write. A fold may be repeated, late, or concurrent with another one: it reads the subject before the shards, and
 * changes the subject only if no other fold has since. `number += total − folded` is also right for numbers that are
 * older than their counter.
 */
import { isConflict } from '#functions/aws/retry.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { once } from '#functions/base/async/once.ts';
import type { ShardItem, Subject } from './counter.item.ts';
import { readShards, removeCounter, settleShard, totalOf } from './counters.repository.ts';

/** `deferred`: others change the subject, so that the counter stays due. */
export type FoldOutcome = 'folded' | 'deferred' | 'gone';

/** Adds the gain of a counter to its subject. Reads the subject's item, then the totals, which are of one read, then writes. */
export type Fold = (
  table: Table,
  id: string,
  readTotal: (name: string) => Promise<number>,
) => Promise<FoldOutcome>;

export async function foldCounter(table: Table, subject: Subject, fold: Fold): Promise<FoldOutcome> {
  const { readAll, readTotal } = totalsOf(table, subject);
  const outcome = await unlessDeferred(fold(table, idOf(subject), readTotal));
  const due = outcome === 'folded' ? (await readAll()).filter(isDue) : [];
  await Promise.all(due.map((shard) => settleShard(table, shard)));
  return outcome;
}

/** The same for some numbers of a counter. It stays due for the others. */
export const foldPart = (table: Table, subject: Subject, fold: Fold): Promise<FoldOutcome> =>
  unlessDeferred(fold(table, idOf(subject), totalsOf(table, subject).readTotal));

function totalsOf(table: Table, subject: Subject) {
  const readAll = once(() => readShards(table, subject));
  return { readAll, readTotal: async (name: string): Promise<number> => totalOf(await readAll(), name) };
}

/** The minute tick: the same, and deletes what was added to the counter of a deleted subject. */
export async function foldDueCounter(table: Table, subject: Subject, fold: Fold): Promise<FoldOutcome> {
  const outcome = await foldCounter(table, subject, fold);
  if (outcome === 'gone') await removeCounter(table, subject);
  return outcome;
}

const idOf = (subject: Subject): string => subject.slice(subject.indexOf('#') + 1);
const isDue = ({ gsi1pk }: ShardItem): boolean => gsi1pk !== undefined;

async function unlessDeferred(folding: Promise<FoldOutcome>): Promise<FoldOutcome> {
  try {
    return await folding;
  } catch (error) {
    if (isConflict(error)) return 'deferred';
    throw error;
  }
}
