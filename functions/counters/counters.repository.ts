/** Reads and writes of counters (`counter.item.ts`). */
import { dueQuery } from '#functions/aws/table/due-queue.ts';
import { getMany, pagesOf } from '#functions/aws/table/read-items.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { addition, deleteItem, updateItem } from '#functions/aws/table/write-items.ts';
import {
  allShards,
  dueQueue,
  shardDueKeys,
  shardKey,
  shardOf,
  type ShardItem,
  type Subject,
} from './counter.item.ts';

export interface Addition {
  readonly subject: Subject;
  /** The person who adds. */
  readonly person: string;
  /** The total, and the amount that is added. */
  readonly name: string;
  readonly amount: number;
  /** When the tick may fold it. An addition before this one may be due earlier. */
  readonly dueMs: number;
}

/**
 * Adds to a person's shard. Belongs into one transaction with the mark that the person counts, so that a repeated request
 * adds once; and no item of the subject belongs there, because each would wait for all others.
 */
export function additionWrite(table: Table, { subject, person, name, amount, dueMs }: Addition): Write {
  const shard = shardOf(person);
  const sums = addition(table, shardKey(subject, shard), { [name]: amount, additions: 1 });
  const { gsi1pk, gsi1sk } = shardDueKeys(subject, shard, dueMs);
  const due = 'gsi1pk = if_not_exists(gsi1pk, :queue), gsi1sk = if_not_exists(gsi1sk, :due)';
  return {
    Update: {
      ...sums,
      UpdateExpression: `SET ${due}, subject = :subject ${sums.UpdateExpression}`,
      ExpressionAttributeValues: {
        ...sums.ExpressionAttributeValues,
        ':queue': gsi1pk,
        ':due': gsi1sk,
        ':subject': subject,
      },
    },
  };
}

export const readShards = (table: Table, subject: Subject): Promise<ShardItem[]> =>
  getMany<ShardItem>(
    table,
    allShards.map((shard) => shardKey(subject, shard)),
    { isConsistent: true },
  );

/** Returns the sum of all shards. */
export const totalOf = (shards: readonly ShardItem[], name: string): number =>
  shards.reduce((sum, shard) => sum + Number(shard[name] ?? 0), 0);

/** Takes a shard out of the queue unless something was added since it was read. */
export const settleShard = async (table: Table, { pk, sk, additions }: ShardItem): Promise<void> => {
  const isUnchanged = { if: 'additions = :read', values: { ':read': additions } };
  await updateItem(table, { pk, sk }, { gsi1pk: undefined, gsi1sk: undefined }, isUnchanged);
};

/** Deletes the counter of a deleted subject. The tick deletes what a late request adds. */
export async function removeCounter(table: Table, subject: Subject): Promise<void> {
  const shards = await readShards(table, subject);
  await Promise.all(shards.map(({ pk, sk }) => deleteItem(table, { pk, sk })));
}

/** The subjects of due shards, each once. Eventually consistent. */
export async function* dueSubjects(table: Table, nowMs: number): AsyncGenerator<Subject> {
  const found = new Set<Subject>();
  for (const shard of allShards)
    for await (const page of pagesOf<ShardItem>(table, dueQuery(dueQueue(shard), nowMs)))
      for (const { subject } of page.filter((one) => !found.has(one.subject))) {
        found.add(subject);
        yield subject;
      }
}
