/** What writes of the one table say, as DynamoDB's commands take it. */
import type { Key, Table } from './table.ts';

export type Values = Readonly<Record<string, unknown>>;

export interface Condition {
  readonly if: string;
  /** Those that the write does not bring. */
  readonly values?: Values;
  /** Of attributes that are words of DynamoDB's own. */
  readonly names?: Readonly<Record<string, string>>;
}

export const ABSENT: Condition = { if: 'attribute_not_exists(pk)' };

/** That an item is still of this version; 0: that there is none. */
export const ofVersion = (version: number): Condition =>
  version === 0
    ? { if: 'attribute_not_exists(version)' }
    : { if: 'version = :known', values: { ':known': version } };

/** Assigns attributes, and takes away those that are `undefined`. A condition may use the values too, as `:<attribute>`. */
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

/** A condition as commands that assign nothing have it. */
export const where = ({ if: ConditionExpression, values, names }: Condition) => ({
  ConditionExpression,
  ...(values && { ExpressionAttributeValues: { ...values } }),
  ...(names && { ExpressionAttributeNames: { ...names } }),
});

/** Adds to numbers and sets, each of which is begun where there is none. Else as an `assignment`. */
export const addition = (
  { TableName }: Table,
  Key: Key,
  attributes: Values,
  { if: condition, values }: Partial<Condition> = {},
) => {
  const names = Object.keys(attributes);
  return {
    TableName,
    Key,
    UpdateExpression: `ADD ${names.map((name) => `#${name} :${name}`).join(', ')}`,
    ...(condition && { ConditionExpression: condition }),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(names.map((name) => [`:${name}`, attributes[name]])),
      ...values,
    },
  };
};
