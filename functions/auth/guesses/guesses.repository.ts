/**
 * Recent wrong passwords. Keys:
 *
 * | item  | pk             | sk                    |
 * |-------|----------------|-----------------------|
 * | count | `CHANNEL#<id>` | `GUESSES#<whose>`     |
 *
 * Guesses at an unknown name are counted too, under an id derived from it.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { DAY_MS } from '#shared/plain/time.ts';
import { unlessConditionFails } from '#functions/aws/retry.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { deleteItem, addition, type Condition } from '#functions/aws/table/write-items.ts';
import type { GuessLimits } from '#functions/limits/stage-limits.ts';

/** Returns the required wait after this many tries, in ms since the last. */
const waitAfterMs = ({ free, waitsMs }: GuessLimits, tries: number): number =>
  tries < free ? 0 : (waitsMs[tries - free] ?? waitsMs.at(-1)!);

/** The same rule as a condition on `tries` and `tried_ms`. */
function isOpen({ free, waitsMs }: GuessLimits, nowMs: number): Condition {
  const last = waitsMs.length - 1;
  const isOver = waitsMs.map(
    (_, index) => `(tries ${index < last ? '=' : '>='} :tries${index} AND tried_ms <= :over${index})`,
  );
  const values = waitsMs.flatMap((waitMs, index) => [
    [`:tries${index}`, free + index],
    [`:over${index}`, nowMs - waitMs],
  ]);
  return {
    if: ['attribute_not_exists(tries)', 'tries < :free', ...isOver].join(' OR '),
    values: { ':free': free, ...Object.fromEntries(values) },
  };
}

interface GuessesItem {
  readonly tries: number;
  readonly tried_ms: number;
}

/** Longer than the longest wait. */
const KEPT_MS = 7 * DAY_MS;

const guessesKey = (id: string, whose: string) => ({ pk: `CHANNEL#${id}`, sk: `GUESSES#${whose}` });

export type GuessesRepository = ReturnType<typeof guessesRepository>;

/** Counts guesses at passwords, by account id and guesser. */
export const guessesRepository = (table: Table, limits: GuessLimits, clock: () => number = Date.now) => ({
  /** Counts a guess in advance. Returns 0, or the wait in ms without counting it. */
  claim: async (id: string, whose: string): Promise<number> => {
    const nowMs = clock();
    const { if: ConditionExpression, values } = isOpen(limits, nowMs);
    const claim = new UpdateCommand({
      TableName: table.TableName,
      Key: guessesKey(id, whose),
      UpdateExpression: 'SET tried_ms = :now, expires_at = :expires ADD tries :one',
      ConditionExpression,
      ExpressionAttributeValues: {
        ...values,
        ':now': nowMs,
        ':expires': Math.ceil((nowMs + KEPT_MS) / 1000),
        ':one': 1,
      },
    });
    if (await unlessConditionFails(table.client.send(claim))) return 0;
    const { tries = 0, tried_ms = 0 } =
      (await getItem<Partial<GuessesItem>>(table, guessesKey(id, whose))) ?? {};
    const waitMs = waitAfterMs(limits, tries);
    // The wait may be over by now, or the other clock may be ahead.
    return Math.max(1, Math.min(waitMs, tried_ms + waitMs - nowMs));
  },
  /** Takes back a claimed guess that was not checked. */
  giveBack: async (id: string, whose: string): Promise<void> => {
    const isCounted = { if: 'attribute_exists(pk)' };
    const less = new UpdateCommand(addition(table, guessesKey(id, whose), { tries: -1 }, isCounted));
    await unlessConditionFails(table.client.send(less));
  },
  forget: async (id: string, whose: string): Promise<void> => {
    await deleteItem(table, guessesKey(id, whose));
  },
});
