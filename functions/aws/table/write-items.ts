/** DynamoDB's write commands and their expressions. */
import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { retryOnConflict, unlessConditionFails } from '../retry.ts';
import type { Key, Table, Write } from './table.ts';

export type Values = Readonly<Record<string, unknown>>;

export interface Condition {
  readonly if: string;
  /** Values that the write does not have itself. */
  readonly values?: Values;
  /** For reserved words. */
  readonly names?: Readonly<Record<string, string>>;
}

export const ABSENT: Condition = { if: 'attribute_not_exists(pk)' };

/** 0: no item exists. */
export const ofVersion = (version: number): Condition =>
  version === 0
    ? { if: 'attribute_not_exists(version)' }
    : { if: 'version = :known', values: { ':known': version } };

/**
 * Assigns attributes, and removes `undefined` ones. A condition may use the values as `:<attribute>`, where the name can
 * be one in an expression.
 */
export function assignment(table: Table, key: Key, attributes: Values, condition: Partial<Condition> = {}) {
  const named = withNames(attributes);
  const set = named.filter(({ value }) => value !== undefined);
  const removed = named.filter(({ value }) => value === undefined);
  const clauses = [
    ...(set.length > 0 ? [`SET ${set.map(({ name }) => `#${name} = :${name}`).join(', ')}`] : []),
    ...(removed.length > 0 ? [`REMOVE ${removed.map(({ name }) => `#${name}`).join(', ')}`] : []),
  ];
  return update(table, key, clauses.join(' '), named, condition);
}

/** Adds to numbers and sets, which may be missing, and assigns `assigned`. Otherwise as `assignment`. */
export function addition(
  table: Table,
  key: Key,
  attributes: Values,
  condition: Partial<Condition> = {},
  assigned: Values = {},
) {
  const named = withNames({ ...assigned, ...attributes });
  const set = named.filter(({ attribute }) => attribute in assigned);
  const added = named.filter(({ attribute }) => attribute in attributes);
  const clauses = [
    ...(set.length > 0 ? [`SET ${set.map(({ name }) => `#${name} = :${name}`).join(', ')}`] : []),
    `ADD ${added.map(({ name }) => `#${name} :${name}`).join(', ')}`,
  ];
  return update(table, key, clauses.join(' '), named, condition);
}

interface NamedAttribute {
  readonly attribute: string;
  /** In an expression, after `#` and `:`. */
  readonly name: string;
  readonly value: unknown;
}

/**
 * Names in expressions consist of at most 254 letters, digits and `_` (Amazon DynamoDB Developer Guide, "Expression
 * attribute names"); attributes may have any.
 */
const withNames = (attributes: Values): NamedAttribute[] =>
  Object.entries(attributes).map(([attribute, value], at) => ({
    attribute,
    name: /^\w{1,250}$/.test(attribute) ? attribute : `attribute_${at}`,
    value,
  }));

function update(
  { TableName }: Table,
  Key: Key,
  UpdateExpression: string,
  named: readonly NamedAttribute[],
  { if: condition, values: otherValues, names: otherNames }: Partial<Condition>,
) {
  const given = named.filter(({ value }) => value !== undefined);
  const values = {
    ...Object.fromEntries(given.map(({ name, value }) => [`:${name}`, value])),
    ...otherValues,
  };
  const names = Object.fromEntries(named.map(({ name, attribute }) => [`#${name}`, attribute]));
  return {
    TableName,
    Key,
    UpdateExpression,
    ...(condition && { ConditionExpression: condition }),
    ExpressionAttributeNames: { ...names, ...otherNames },
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
}

export const putInput = ({ TableName }: Table, Item: Values, condition?: Condition) => ({
  TableName,
  Item: { ...Item },
  ...(condition && where(condition)),
});

/** For commands without assignments. */
export const where = ({ if: ConditionExpression, values, names }: Condition) => ({
  ConditionExpression,
  ...(values && { ExpressionAttributeValues: { ...values } }),
  ...(names && { ExpressionAttributeNames: { ...names } }),
});

/** False when the condition does not hold. */
export const updateItem = (
  table: Table,
  key: Key,
  attributes: Values,
  condition?: Condition,
): Promise<boolean> =>
  happens(() => table.client.send(new UpdateCommand(assignment(table, key, attributes, condition))));

/** False when the condition does not hold. */
export const putItem = (table: Table, item: Values, condition?: Condition): Promise<boolean> =>
  happens(() => table.client.send(new PutCommand(putInput(table, item, condition))));

/** False when the condition does not hold. */
export const deleteItem = (table: Table, Key: Key, condition?: Condition): Promise<boolean> => {
  const removal = { TableName: table.TableName, Key, ...(condition && where(condition)) };
  return happens(() => table.client.send(new DeleteCommand(removal)));
};

/** Writes all or nothing; false when a condition does not hold. */
export const transact = (table: Table, TransactItems: Write[], attempts?: number): Promise<boolean> =>
  happens(() => table.client.send(new TransactWriteCommand({ TransactItems })), attempts);

const happens = (write: () => Promise<unknown>, attempts?: number): Promise<boolean> =>
  unlessConditionFails(retryOnConflict(write, attempts));
