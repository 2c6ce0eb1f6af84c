import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { unlessConditionFails } from '#functions/aws/retry.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { scanPages, type Item } from './scan-pages.ts';

/** Concurrent writes: as many as the SDK's connection pool has, and as an on-demand table accepts from the start. */
const AT_ONCE = 40;

export interface CopyBack {
  /** The name of the restored table. */
  readonly from: string;
  /** Only items whose partition key has this prefix. @default all */
  readonly prefix?: string | undefined;
  /** Items that are skipped: with one of these keys, or with this prefix if it ends in #. @default none */
  readonly without?: readonly string[] | undefined;
  /** Whether existing items are overwritten. @default false: only missing items are restored */
  readonly over?: boolean | undefined;
  /** Whether to write. @default true */
  readonly write?: boolean | undefined;
}

export interface CopiedBack {
  /** Number of matching items that were read. */
  readonly read: number;
  /** How many of these were written. */
  readonly written: number;
}

/**
 * Copies items from a table restored to a point in time to the site's own table, which keeps its name, settings and
 * permissions. Expired items are skipped. May be repeated. Throws DynamoDB's errors.
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

/** Returns how many were written; others exist already. */
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
