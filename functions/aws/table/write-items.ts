import { PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { retryOnConflict, unlessConditionFails } from '../retry.ts';
import type { Key, Table, Write } from './table.ts';
import { addition, assignment, placement, type Condition, type Values } from './write-expressions.ts';

/** False when the condition does not hold. */
export const updateItem = (
  table: Table,
  key: Key,
  attributes: Values,
  condition?: Condition,
): Promise<boolean> =>
  happens(() => table.client.send(new UpdateCommand(assignment(table, key, attributes, condition))));

/** Adds to numbers, which may be missing. False when the condition does not hold. */
export const addToItem = (table: Table, key: Key, amounts: Values, condition?: Condition): Promise<boolean> =>
  happens(() => table.client.send(new UpdateCommand(addition(table, key, amounts, condition))));

/** False when the condition does not hold. */
export const putItem = (table: Table, item: Values, condition?: Condition): Promise<boolean> =>
  happens(() => table.client.send(new PutCommand(placement(table, item, condition))));

/** Writes all or nothing; false when a condition does not hold. */
export const transact = (table: Table, TransactItems: Write[], attempts?: number): Promise<boolean> =>
  happens(() => table.client.send(new TransactWriteCommand({ TransactItems })), attempts);

const happens = (write: () => Promise<unknown>, attempts?: number): Promise<boolean> =>
  unlessConditionFails(retryOnConflict(write, attempts));
