/**
 * Wrong passwords of late, as the table counts them. Keys:
 *
 * | item  | pk             | sk                    |
 * |-------|----------------|-----------------------|
 * | count | `CHANNEL#<id>` | `GUESSES#<whose>`     |
 *
 * A name that nobody has is counted like one that somebody has, under an id of its own.
 */
import { DAY_MS } from '../../../shared/plain/time.ts';
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { getItem } from '../../aws/table/get-item.ts';
import { unlessConditionFails } from '../../aws/retry.ts';
import type { Table } from '../../aws/table/table.ts';
import { addition } from '../../aws/table/write-expressions.ts';
import type { GuessLimits } from '../../limits/stage-limits.ts';
import type { Guesses } from '../ports.ts';
import { isOpen, waitAfterMs } from './guess-waits.ts';

interface GuessesItem {
  readonly tries: number;
  readonly tried_ms: number;
}

/** A count is forgotten so long after the last try; the longest wait is shorter. */
const KEPT_MS = 7 * DAY_MS;

const guessesKey = (id: string, whose: string) => ({ pk: `CHANNEL#${id}`, sk: `GUESSES#${whose}` });

export const guessesRepository = (
  table: Table,
  limits: GuessLimits,
  clock: () => number = Date.now,
): Guesses => ({
  claim: async (id, whose) => {
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
    // It may be over by now, or the last try by a clock that is ahead.
    return Math.max(1, Math.min(waitMs, tried_ms + waitMs - nowMs));
  },
  giveBack: async (id, whose) => {
    const isCounted = { if: 'attribute_exists(pk)' };
    const less = new UpdateCommand(addition(table, guessesKey(id, whose), { tries: -1 }, isCounted));
    await unlessConditionFails(table.client.send(less));
  },
  forget: async (id, whose) => {
    const { TableName, client } = table;
    await client.send(new DeleteCommand({ TableName, Key: guessesKey(id, whose) }));
  },
});
