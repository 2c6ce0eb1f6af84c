/** Optimistic changes: reads an item, and writes it with all that depends on it unless its `version` has changed. */
import {
  DeleteCommand,
  TransactWriteCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { getItem } from './get-item.ts';
import { cancellationReasons, isAwsError, WriteConflictError } from '../retry.ts';
import type { Key, Table, Write } from './table.ts';
import { assignment, ofVersion, type Condition } from './write-items.ts';

interface ItemChange<T> {
  readonly after: T;
  /** The first is the item's own, with a condition on its version. */
  readonly writes: Write[];
  readonly afterwards: () => Promise<void>;
}

type MaybePromise<T> = T | Promise<T>;

/** `null` for no change. Throws `WriteConflictError` if the item has changed, DynamoDB's error for another write. */
export async function tryChange<Before, After>(
  table: Table,
  key: Key,
  change: (before: Before) => MaybePromise<ItemChange<After> | null>,
): Promise<Before | After | null> {
  const before = await getItem<Before>(table, key);
  const outcome = before && (await change(before));
  if (!outcome) return before ?? null;
  try {
    await send(table, outcome.writes);
  } catch (error) {
    const isChanged =
      isAwsError(error, 'ConditionalCheckFailedException') ||
      cancellationReasons(error)[0] === 'ConditionalCheckFailed';
    if (!isChanged) throw error;
    throw new WriteConflictError('The item has changed', { cause: error });
  }
  await outcome.afterwards();
  return outcome.after;
}

/** A single change or deletion is not sent as a transaction, which costs twice as many units. */
function send({ client }: Table, writes: Write[]): Promise<unknown> {
  const [first, ...others] = writes;
  const { Update, Delete } = others.length === 0 && first ? first : {};
  if (Update) return client.send(new UpdateCommand(Update as UpdateCommandInput));
  if (Delete) return client.send(new DeleteCommand(Delete));
  return client.send(new TransactWriteCommand({ TransactItems: writes }));
}

type Assignment = readonly [attribute: string, value: unknown];

/** The attributes that differ in `after`; `undefined` removes one. */
export function differences(before: object, after: object): Assignment[] {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).filter(
    ([attribute, value]) => JSON.stringify(value) !== JSON.stringify(old.get(attribute)),
  );
}

/** Assigns attributes if the item has this version (0: none) and the condition holds. */
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

/** A change that its own condition protects: counts as one for those who compare versions, and asks for none. */
export const nextVersion = (update: ReturnType<typeof assignment>) => ({
  ...update,
  UpdateExpression: `${update.UpdateExpression} ADD #version :one`,
  ExpressionAttributeNames: { ...update.ExpressionAttributeNames, '#version': 'version' },
  ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':one': 1 },
});

/** Writes the difference between items that consist of their keys, such as those of the word index. */
export function keyWrites({ TableName }: Table, before: readonly Key[], after: readonly Key[]): Write[] {
  const isIn = (keys: readonly Key[], { pk, sk }: Key): boolean =>
    keys.some((key) => key['pk'] === pk && key['sk'] === sk);
  return [
    ...before.filter((key) => !isIn(after, key)).map((Key) => ({ Delete: { TableName, Key } })),
    ...after.filter((key) => !isIn(before, key)).map((Item) => ({ Put: { TableName, Item } })),
  ];
}
