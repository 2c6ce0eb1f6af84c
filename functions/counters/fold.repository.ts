/**
 * Folds a counter: adds what its shards have gained to the number in the subject's item, and writes nothing that people
 * write. A fold may be repeated, late, or concurrent with another one: it reads the subject before the shards, and
 * changes the subject only if no other fold has since. It also writes a subject without a gain before shards leave the
 * queue: the subject may have changed since it was read, and a fold with older totals may still be about to write.
 * `number += total − folded` is also right for numbers that are older than their counter.
 */
import { isConflict } from '#functions/aws/retry.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { once } from '#functions/base/async/once.ts';
import type { ShardItem, Subject } from './counter.item.ts';
import { readShards, removeCounter, settleShard, totalOf } from './counters.repository.ts';

/** `deferred`: others change the subject, so that the counter stays due. */
export type FoldOutcome = 'folded' | 'deferred' | 'gone';

/** What a counter's shards have. All is of one read, which the first call makes. */
export interface Totals {
  readonly total: (name: string) => Promise<number>;
  /** Whether shards leave the queue after the fold, so that the subject is written even without a gain. */
  readonly willSettle: () => Promise<boolean>;
}

/** Adds the gain of a counter to its subject. Reads the subject's item, then the totals, then writes. */
export type Fold = (table: Table, id: string, totals: Totals) => Promise<FoldOutcome>;

export async function foldCounter(table: Table, subject: Subject, fold: Fold): Promise<FoldOutcome> {
  const readAll = once(() => readShards(table, subject));
  const readDue = async () => (await readAll()).filter(isDue);
  const willSettle = async () => (await readDue()).length > 0;
  const outcome = await unlessDeferred(fold(table, idOf(subject), { total: totalIn(readAll), willSettle }));
  const due = outcome === 'folded' ? await readDue() : [];
  await Promise.all(due.map((shard) => settleShard(table, shard)));
  return outcome;
}

/** The same for some numbers of a counter. It stays due for the others. */
export function foldPart(table: Table, subject: Subject, fold: Fold): Promise<FoldOutcome> {
  const total = totalIn(once(() => readShards(table, subject)));
  return unlessDeferred(fold(table, idOf(subject), { total, willSettle: async () => false }));
}

const totalIn =
  (readAll: () => Promise<readonly ShardItem[]>): Totals['total'] =>
  async (name) =>
    totalOf(await readAll(), name);

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
