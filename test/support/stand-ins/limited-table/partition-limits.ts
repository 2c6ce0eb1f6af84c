import db from 'dynalite/db/index.js';
import {
  BASE,
  type Answered,
  type ItemWrite,
  type MemoryTable,
  nameOf,
  partitionName,
} from './memory-table.ts';

/**
 * Units per second of a partition key value, in the table and in each index. Source: Amazon DynamoDB Developer Guide,
 * "Best practices for designing and using partition keys effectively".
 */
export const UNITS_A_SECOND = { write: 1000, read: 3000 } as const;
const WRITE_BYTES = 1024;
const READ_BYTES = 4096;

type Kind = keyof typeof UNITS_A_SECOND;

interface Use {
  readonly kind: Kind;
  readonly partition: string;
  readonly units: number;
}

interface Partition {
  /** Remaining units. */
  left: number;
  filledMs: number;
  used: number;
  /** Usage in the second in which it was last used. */
  second: { atS: number; used: number };
  mostInSecond: number;
}

export interface PartitionUse {
  readonly partition: string;
  /** In total. */
  readonly units: number;
  /** In the second with the highest usage. */
  readonly mostInSecond: number;
}

/** Throttles requests for the same partition or item as DynamoDB does. */
export class PartitionLimits {
  readonly throttles = new Map<string, number>();
  conflicts = 0;
  readonly #partitions: Readonly<Record<Kind, Map<string, Partition>>> = {
    write: new Map(),
    read: new Map(),
  };
  readonly #heldUntilMs = new Map<string, number>();

  /** Returns which of these items a transaction holds. */
  held(writes: readonly ItemWrite[], nowMs: number): boolean[] {
    const held = writes.map(({ key }) => (this.#heldUntilMs.get(nameOf(key)) ?? 0) > nowMs);
    if (held.some(Boolean)) this.conflicts += 1;
    return held;
  }

  /** Marks items as held until the transaction has finished. */
  hold(writes: readonly ItemWrite[], untilMs: number): void {
    for (const { key } of writes) this.#heldUntilMs.set(nameOf(key), untilMs);
  }

  /** Consumes the units. Returns an exhausted partition, in which case nothing is consumed. */
  take(uses: readonly Use[], nowMs: number): string | undefined {
    const wanted = uses.map(({ kind, partition, units }) => ({
      units,
      from: this.#filled(kind, partition, nowMs),
      partition,
    }));
    const full = wanted.find(({ from }) => from.left <= 0);
    if (full) {
      this.throttles.set(full.partition, (this.throttles.get(full.partition) ?? 0) + 1);
      return full.partition;
    }
    for (const { units, from } of wanted) {
      from.left -= units;
      from.used += units;
      const atS = Math.floor(nowMs / 1000);
      from.second = { atS, used: units + (from.second.atS === atS ? from.second.used : 0) };
      from.mostInSecond = Math.max(from.mostInSecond, from.second.used);
    }
    return undefined;
  }

  /** Returns the partitions with the highest usage in a second. */
  busiest(kind: Kind, count: number): PartitionUse[] {
    return [...this.#partitions[kind]]
      .map(([partition, { used: units, mostInSecond }]) => ({ partition, units, mostInSecond }))
      .toSorted((a, b) => b.mostInSecond - a.mostInSecond)
      .slice(0, count);
  }

  #filled(kind: Kind, name: string, nowMs: number): Partition {
    const most = UNITS_A_SECOND[kind];
    const known = this.#partitions[kind].get(name);
    if (!known) {
      const second = { atS: 0, used: 0 };
      const fresh = { left: most, filledMs: nowMs, used: 0, second, mostInSecond: 0 };
      this.#partitions[kind].set(name, fresh);
      return fresh;
    }
    known.left = Math.min(most, known.left + ((nowMs - known.filledMs) * most) / 1000);
    known.filledMs = nowMs;
    return known;
  }
}

/** Returns a request's usage per partition; a transaction uses twice as much of the table and its indexes. */
export function usesOf(table: MemoryTable, { writes, reads }: Answered, isTransaction: boolean): Use[] {
  const times = isTransaction ? 2 : 1;
  const written = writes.flatMap((write) => writeUses(table, write));
  const read = reads.map(({ index, partition, bytes, isConsistent }): Use => {
    const units = Math.max(1, Math.ceil(bytes / READ_BYTES)) / (isConsistent ? 1 : 2);
    return { kind: 'read', partition: partitionName(index, partition), units };
  });
  return [...written.map((use) => ({ ...use, units: use.units * times })), ...read];
}

/** An index entry whose key changes is deleted and put. */
function writeUses(table: MemoryTable, { key, before, after }: ItemWrite): Use[] {
  const units = Math.max(unitsOf(before), unitsOf(after), 1);
  const base: Use = { kind: 'write', partition: partitionName(BASE, key['pk']!['S']!), units };
  if (before === after) return [base];
  const [was, is] = [before, after].map((item) =>
    item ? table.placesOf(item).filter(({ index }) => index !== BASE) : [],
  );
  const entry = ({ index, partition, sortKey }: ReturnType<MemoryTable['placesOf']>[number]) =>
    [index, partition, sortKey].join(' ');
  const kept = new Set(is!.map(entry));
  const removed = was!.filter((place) => !kept.has(entry(place)));
  const use =
    (units: number) =>
    ({ index, partition }: { index: string; partition: string }): Use => ({
      kind: 'write',
      partition: partitionName(index, partition),
      units,
    });
  return [base, ...removed.map(use(unitsOf(before))), ...is!.map(use(units))];
}

const unitsOf = (item: ItemWrite['after']): number => (item ? Math.ceil(db.itemSize(item) / WRITE_BYTES) : 0);
