/**
 * Use of budgets per day. Keys:
 *
 * | item                     | pk             | sk                    |
 * |--------------------------|----------------|-----------------------|
 * | what a person has used   | `CHANNEL#<id>` | `SPENT#<date>#<kind>` |
 * | a share of all that was  | `SPENT#<date>` | `<kind>#<shard>`      |
 *
 * The first has an attribute for each item, `of_<id>`, so that nothing counts twice, and a `version`. Both change in one
 * transaction. They expire two days later.
 */
import { DAY_S } from '#shared/plain/time.ts';
import { HIGH_CONTENTION_ATTEMPTS, WriteConflictError, retryOnConflict } from '#functions/aws/retry.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { queryAll } from '#functions/aws/table/read-items.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { addition, assignment, ofVersion, transact } from '#functions/aws/table/write-items.ts';
import { BUDGETS, type BudgetKind, type DayBudget } from './stage-limits.ts';

/** Spreads a day's writes over this many items. */
const SHARDS = 8;
const KEPT_S = 2 * DAY_S;

interface ChargedItem {
  readonly channelId: string;
  /** Repeated charges of one item count once. */
  readonly itemId: string;
}

/** One item's use of a budget. */
export interface Charge extends ChargedItem {
  /** The item's total of today; only grows. */
  readonly amount: number;
}

/** One item's use of several budgets. */
export interface Charges extends ChargedItem {
  readonly amounts: Partial<DayBudget>;
}

/** Gets the increase and the person's earlier use, and throws when it is too much. */
type Judge = (kind: BudgetKind, more: number, used: number) => Promise<void>;

type PersonItem = Readonly<Record<string, unknown>>;

const personKey = (day: string, kind: BudgetKind, channelId: string) => ({
  pk: `CHANNEL#${channelId}`,
  sk: `SPENT#${day}#${kind}`,
});
const sitePartition = (day: string): string => `SPENT#${day}`;
const expiry = (day: string): number => Date.parse(day) / 1000 + KEPT_S;

export type SpendingRepository = ReturnType<typeof spendingRepository>;

/** Days are dates of ISO 8601. */
export const spendingRepository = (table: Table, random: () => number = Math.random) => ({
  ofPerson: async (day: string, kind: BudgetKind, channelId: string): Promise<number> =>
    sumOf((await getItem(table, personKey(day, kind, channelId))) ?? {}),
  ofSite: async (day: string): Promise<DayBudget> => {
    const items = await queryAll<{ sk: string; used: number }>(table, {
      KeyConditionExpression: 'pk = :day',
      ExpressionAttributeValues: { ':day': sitePartition(day) },
      ConsistentRead: true,
    });
    const usedOf = (kind: BudgetKind): number =>
      items.filter(({ sk }) => sk.startsWith(`${kind}#`)).reduce((sum, { used }) => sum + used, 0);
    return Object.fromEntries(BUDGETS.map((kind) => [kind, usedOf(kind)])) as DayBudget;
  },
  /** Raises the item's use to the amounts, for its person and the site: all of them, or none when `judge` throws. */
  raise: (day: string, { amounts, ...item }: Charges, judge: Judge): Promise<void> =>
    retryOnConflict(async () => {
      const writesOf = async (kind: BudgetKind): Promise<Write[]> => {
        const charge = { ...item, amount: amounts[kind] ?? 0 };
        const known = (await getItem<PersonItem>(table, personKey(day, kind, item.channelId))) ?? {};
        const more = charge.amount - Number(known[attributeOf(charge)] ?? 0);
        if (more <= 0) return [];
        await judge(kind, more, sumOf(known));
        const shard = Math.floor(random() * SHARDS);
        return [
          raisePerson(table, day, kind, charge, known),
          raiseSite(table, day, `${kind}#${shard}`, more),
        ];
      };
      const writes = (
        await Promise.all(BUDGETS.filter((kind) => amounts[kind] !== undefined).map(writesOf))
      ).flat();
      if (writes.length > 0 && !(await transact(table, writes)))
        throw new WriteConflictError('Something else was counted');
    }, HIGH_CONTENTION_ATTEMPTS),
});

const attributeOf = ({ itemId }: ChargedItem): string => `of_${itemId}`;

const sumOf = (item: PersonItem): number =>
  Object.entries(item).reduce(
    (sum, [name, value]) => (name.startsWith('of_') ? sum + Number(value) : sum),
    0,
  );

function raisePerson(table: Table, day: string, kind: BudgetKind, charge: Charge, known: PersonItem): Write {
  const version = Number(known['version'] ?? 0);
  const next = { [attributeOf(charge)]: charge.amount, version: version + 1, expires_at: expiry(day) };
  return { Update: assignment(table, personKey(day, kind, charge.channelId), next, ofVersion(version)) };
}

const raiseSite = (table: Table, day: string, sk: string, more: number): Write => ({
  Update: addition(table, { pk: sitePartition(day), sk }, { used: more }, {}, { expires_at: expiry(day) }),
});
