import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Key, Table } from './table.ts';

export interface ReadOptions {
  /** Sees all earlier writes, for twice the price. */
  readonly isConsistent?: boolean;
  /** The attributes to read; required where IAM allows no others. @default all */
  readonly attributes?: readonly string[];
}

/** Consistent by default; `T` is the stored type of this key. */
export async function getItem<T = Record<string, unknown>>(
  { client, TableName }: Table,
  Key: Key,
  { isConsistent: ConsistentRead = true, attributes }: ReadOptions = {},
): Promise<T | undefined> {
  const projection = attributes && projectionOf(attributes);
  const read = new GetCommand({ TableName, Key, ConsistentRead, ...projection });
  return (await client.send(read)).Item as T | undefined;
}

/** Uses placeholders, because some names are reserved words. */
const projectionOf = (attributes: readonly string[]) => ({
  ProjectionExpression: attributes.map((_, at) => `#a${at}`).join(', '),
  ExpressionAttributeNames: Object.fromEntries(attributes.map((name, at) => [`#a${at}`, name])),
});
