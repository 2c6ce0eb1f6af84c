/**
 * Counters: numbers that many people change at once, such as followers and views. Items:
 *
 * | item               | pk                          | sk      | gsi1pk                 | gsi1sk            |
 * |--------------------|-----------------------------|---------|------------------------|-------------------|
 * | shard of a counter | `COUNTER#<subject>#<shard>` | `SHARD` | `COUNTERS_DUE#<shard>` | `<due>#<subject>` |
 *
 * The subject is the partition key of the counted item. A person always adds to the same shard, so that shards share the
 * writes. Each has totals by name since it exists (`followers`, `views`), and is in the index while some of them are not yet
 * in the subject's item. That has the `folded_<name>` that its number contains.
 */
import { createHash } from 'node:crypto';
import { dueKeys, type DueQueue } from '#functions/aws/table/due-queue.ts';

export type Subject = `${'CHANNEL' | 'VIDEO' | 'CLIP' | 'POLL'}#${string}`;

/**
 * An item is in some 100 transactions a second, so a subject takes some 1,600 additions. A fold reads all shards, a unit
 * each.
 */
export const SHARDS = 16;

/** The numbers of a person's shard; the same for each of their additions. */
export const shardOf = (person: string): number =>
  createHash('sha256').update(person).digest().readUInt8() % SHARDS;

export const allShards = Array.from({ length: SHARDS }, (_, shard) => shard);

export const shardKey = (subject: Subject, shard: number) => ({
  pk: `COUNTER#${subject}#${shard}`,
  sk: 'SHARD',
});

/** A queue for each shard, because the additions of the whole site change the index. */
export const dueQueue = (shard: number): DueQueue => ({ partition: `COUNTERS_DUE#${shard}`, index: 'gsi1' });

export const shardDueKeys = (subject: Subject, shard: number, dueMs: number) =>
  dueKeys(dueQueue(shard), subject, dueMs);

export interface ShardItem extends Readonly<Record<string, unknown>> {
  readonly pk: string;
  readonly sk: string;
  readonly subject: Subject;
  /** How often it was added to. */
  readonly additions: number;
  readonly gsi1pk?: string;
}
