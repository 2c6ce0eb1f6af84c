import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { unlessConditionFails } from '#functions/aws/retry.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { scanPages, type Item } from './scan-pages.ts';

/** Writes at once: as many as one connection pool of the SDK has, and a table on demand takes from its first second. */
const AT_ONCE = 40;

export interface CopyBack {
  /** The name of the restored table. */
  readonly from: string;
  /** Only items whose partition key begins so. @default all */
  readonly prefix?: string | undefined;
  /** Items that stay away: those with such a key, or with one that begins so if it ends with #. @default none */
  readonly without?: readonly string[] | undefined;
  /** Whether what is there now is written over. @default false: only what is missing comes back */
  readonly over?: boolean | undefined;
  /** Whether anything is written. @default true */
  readonly write?: boolean | undefined;
}

export interface CopiedBack {
  /** Items that were read there, and are wanted. */
  readonly read: number;
  /** Of these, what was written. */
  readonly written: number;
}

/**
 * Brings items of a table that was restored to a point in time back into the site's own, which keeps its name, settings and
 * rights. What has come to its time of expiry stays away. May be repeated. Throws DynamoDB's errors.
 */
export async function copyBack(
  table: Table,
  { from, prefix = '', without = [], over = false, write = true }: CopyBack,
  nowS: number = Date.now() / 1000,
): Promise<CopiedBack> {
  const isWanted = ({ pk, sk, expires_at }: Item): boolean =>
    String(pk).startsWith(prefix) &&
    !without.some((text) => isNamed(String(pk), text) || isNamed(String(sk), text)) &&
    !(typeof expires_at === 'number' && expires_at <= nowS);
  let [read, written] = [0, 0];
  for await (const items of scanPages(table.client, { TableName: from })) {
    const wanted = items.filter(isWanted);
    read += wanted.length;
    if (write) written += await putAll(table, wanted, over);
  }
  return { read, written };
}

const isNamed = (key: string, text: string): boolean =>
  text.endsWith('#') ? key.startsWith(text) : key === text;

/** Answers how many were written; others are there already. */
async function putAll({ client, TableName }: Table, items: readonly Item[], over: boolean): Promise<number> {
  const isMissing = over ? {} : { ConditionExpression: 'attribute_not_exists(pk)' };
  let written = 0;
  for (let first = 0; first < items.length; first += AT_ONCE) {
    const puts = items
      .slice(first, first + AT_ONCE)
      .map((Item) => client.send(new PutCommand({ TableName, Item, ...isMissing })));
    written += (await Promise.all(puts.map(unlessConditionFails))).filter(Boolean).length;
  }
  return written;
}
