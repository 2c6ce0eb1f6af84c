/**
 * How channels and videos change: an item is read, the caller says what becomes of it, and that is written in one
 * transaction with all that follows from it, if nobody was faster. `version` counts an item's changes.
 */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { getItem } from '../../aws/table/get-item.ts';
import { cancellationReasons, WriteConflictError } from '../../aws/retry.ts';
import type { Key, Table, Write } from '../../aws/table/table.ts';
import { assignment, ofVersion, type Condition } from '../../aws/table/write-expressions.ts';
import { settleNoted, type Note } from '../words/known-words.ts';

/** What becomes of an item. */
interface Outcome<T> {
  readonly after: T;
  /** The first is the item's own, and depends on what was read. */
  readonly writes: Write[];
  /** The words that come and go with it. */
  readonly note: Note;
}

/**
 * One try. Answers the item as it then is: as it was where `change` leaves it so by `null`. Throws `WriteConflictError` when
 * another change came between reading and writing, and DynamoDB's error when a condition of another write does not hold.
 */
export async function tryChange<Before, After>(
  table: Table,
  key: Key,
  change: (before: Before) => Outcome<After> | null,
): Promise<Before | After | null> {
  const before = await getItem<Before>(table, key);
  const outcome = before && change(before);
  if (!outcome) return before ?? null;
  try {
    await table.client.send(new TransactWriteCommand({ TransactItems: outcome.writes }));
  } catch (error) {
    if (cancellationReasons(error)[0] !== 'ConditionalCheckFailed') throw error;
    throw new WriteConflictError('The item has changed', { cause: error });
  }
  await settleNoted(table, outcome.note);
  return outcome.after;
}

type Assignment = readonly [attribute: string, value: unknown];

/** Attributes that are others in `after`; `undefined` where they are to go. */
export function differences(before: object, after: object): Assignment[] {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).filter(
    ([attribute, value]) => JSON.stringify(value) !== JSON.stringify(old.get(attribute)),
  );
}

/** Assigns attributes of an item if it is still of this version (0: of none), and if the condition holds. */
export function versionedUpdate(
  table: Table,
  key: Key,
  version: number,
  assignments: readonly Assignment[],
  condition?: Condition,
) {
  const attributes = { ...Object.fromEntries(assignments), version: version + 1 };
  const { if: isUnchanged, values } = ofVersion(version);
  return assignment(table, key, attributes, {
    if: [isUnchanged, ...(condition ? [condition.if] : [])].join(' AND '),
    values: { ...values, ...condition?.values },
  });
}

/** Items that are nothing but keys, such as those by which words lead somewhere: only what differs is written. */
export function keyWrites({ TableName }: Table, before: readonly Key[], after: readonly Key[]): Write[] {
  const isIn = (keys: readonly Key[], { pk, sk }: Key): boolean =>
    keys.some((key) => key['pk'] === pk && key['sk'] === sk);
  return [
    ...before.filter((key) => !isIn(after, key)).map((Key) => ({ Delete: { TableName, Key } })),
    ...after.filter((key) => !isIn(before, key)).map((Item) => ({ Put: { TableName, Item } })),
  ];
}
