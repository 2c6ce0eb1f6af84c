/** The public log as the table holds it, checked by the code's own check. */
import { expect } from 'vitest';
import { queryAll } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { checkChain } from '#shared/plain/moderation/check-chain.ts';
import type { LogEntry } from '#shared/plain/moderation/public-log.ts';

type LogItem = LogEntry & { readonly sk: string; readonly counts?: Readonly<Record<string, number>> };

/**
 * How many entries it has. Fails unless they are one chain without a gap, and the newest entry, the counts and the last
 * entry of each day say the same.
 */
export async function logLength(table: Table): Promise<number> {
  const items = await queryAll<LogItem>(table, {
    KeyConditionExpression: 'pk = :log',
    ExpressionAttributeValues: { ':log': 'PUBLIC_LOG' },
    ConsistentRead: true,
  });
  const entries = items.filter(({ sk }) => sk.startsWith('ENTRY#'));
  const last = entries.at(-1);
  if (!last) {
    expect(items).toEqual([]);
    return 0;
  }
  expect(await checkChain(entries)).toEqual({ seq: entries.length, hash: last.hash });
  const head = items.find(({ sk }) => sk === 'HEAD');
  expect(head).toMatchObject({ seq: last.seq, hash: last.hash });
  expect(Object.values(head?.counts ?? {}).reduce((sum, count) => sum + count, 0)).toBe(entries.length);
  const lastOf = new Map(entries.map(({ at, seq, hash }) => [at.slice(0, 10), { seq, hash }]));
  const days = items.filter(({ sk }) => sk.startsWith('DAY#'));
  expect(days.map(({ sk, seq, hash }) => [sk.slice(4), { seq, hash }])).toEqual([...lastOf]);
  return entries.length;
}
