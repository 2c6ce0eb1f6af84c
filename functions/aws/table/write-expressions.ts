/** Expressions for DynamoDB's write commands. */
import type { Key, Table } from './table.ts';

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

/** Assigns attributes, and removes `undefined` ones. A condition may use the values as `:<attribute>`. */
export function assignment(
  { TableName }: Table,
  Key: Key,
  attributes: Values,
  { if: condition, values = {}, names: otherNames = {} }: Partial<Condition> = {},
) {
  const names = Object.keys(attributes);
  const set = names.filter((name) => attributes[name] !== undefined);
  const removed = names.filter((name) => attributes[name] === undefined);
  const assigned = Object.fromEntries(set.map((name) => [`:${name}`, attributes[name]]));
  const all = { ...assigned, ...values };
  const clauses = [
    ...(set.length > 0 ? [`SET ${set.map((name) => `#${name} = :${name}`).join(', ')}`] : []),
    ...(removed.length > 0 ? [`REMOVE ${removed.map((name) => `#${name}`).join(', ')}`] : []),
  ];
  return {
    TableName,
    Key,
    UpdateExpression: clauses.join(' '),
    ...(condition && { ConditionExpression: condition }),
    ExpressionAttributeNames: {
      ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ...otherNames,
    },
    ...(Object.keys(all).length > 0 && { ExpressionAttributeValues: all }),
  };
}

export const placement = ({ TableName }: Table, Item: Values, condition?: Condition) => ({
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

/** Adds to numbers and sets, which may be missing. Otherwise as `assignment`. */
export const addition = (
  { TableName }: Table,
  Key: Key,
  attributes: Values,
  { if: condition, values, names: otherNames }: Partial<Condition> = {},
) => {
  const names = Object.keys(attributes);
  return {
    TableName,
    Key,
    UpdateExpression: `ADD ${names.map((name) => `#${name} :${name}`).join(', ')}`,
    ...(condition && { ConditionExpression: condition }),
    ExpressionAttributeNames: {
      ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ...otherNames,
    },
    ExpressionAttributeValues: {
      ...Object.fromEntries(names.map((name) => [`:${name}`, attributes[name]])),
      ...values,
    },
  };
};
