import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Key, Table } from './table.ts';

export interface ReadOptions {
  /** Whether the read sees every write before it; half the price without. */
  readonly isConsistent?: boolean;
  /** What is brought of the item. Who may read no more than these has to say so. @default all of it */
  readonly attributes?: readonly string[];
}

/** One item of the table, as every write before has left it; `T` is what is known to be stored under such a key. */
export async function getItem<T = Record<string, unknown>>(
  { client, TableName }: Table,
  Key: Key,
  { isConsistent: ConsistentRead = true, attributes }: ReadOptions = {},
): Promise<T | undefined> {
  const projection = attributes && projectionOf(attributes);
  const read = new GetCommand({ TableName, Key, ConsistentRead, ...projection });
  return (await client.send(read)).Item as T | undefined;
}

/** By placeholders, as some of the names are DynamoDB's own words. */
const projectionOf = (attributes: readonly string[]) => ({
  ProjectionExpression: attributes.map((_, at) => `#a${at}`).join(', '),
  ExpressionAttributeNames: Object.fromEntries(attributes.map((name, at) => [`#a${at}`, name])),
});
