import { getItem } from '#functions/aws/table/get-item.ts';
import { queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import type { DayHead, LogSummary } from '#shared/community/transparency.ts';
import { headLine, type LogEntry } from '#shared/plain/moderation/public-log.ts';
import type { Act, ReportReason } from '#shared/plain/moderation/report-words.ts';
import { DAY_PREFIX, entryKey, headKey, type HeadItem } from './log.item.ts';

/** Eventually consistent. The cost of a read does not depend on the length of the log. */
export const logRepository = (table: Table) => ({
  summary: async (): Promise<LogSummary> => {
    const head = await getItem<HeadItem>(table, headKey, { isConsistent: false });
    return { head: head ? dayHead({ ...head, day: head.at.slice(0, 10) }) : null, counts: countsOf(head) };
  },
  /** In order, after number `after`. */
  entries: async (after: number, Limit: number): Promise<LogEntry[]> => {
    const { pk, sk } = entryKey(after + 1);
    const { items } = await queryPage<LogEntry & ReturnType<typeof entryKey>>(table, {
      KeyConditionExpression: 'pk = :log AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: { ':log': pk, ':first': sk, ':last': 'ENTRY#:' },
      Limit,
    });
    return items.map((item) => {
      const { pk: _, sk: __, ...entry } = item;
      return entry;
    });
  },
  /** The last entry of each of the latest days that have one, newest first. */
  days: async (Limit: number): Promise<DayHead[]> => {
    const { items } = await queryPage<{ sk: string; seq: number; hash: string }>(table, {
      KeyConditionExpression: 'pk = :log AND begins_with(sk, :day)',
      ExpressionAttributeValues: { ':log': headKey.pk, ':day': DAY_PREFIX },
      ScanIndexForward: false,
      Limit,
    });
    return items.map(({ sk, seq, hash }) => dayHead({ day: sk.slice(DAY_PREFIX.length), seq, hash }));
  },
});

const dayHead = ({ day, seq, hash }: { day: string; seq: number; hash: string }) => ({
  day,
  seq,
  hash,
  line: headLine({ day, seq, hash }),
});

const countsOf = (head: HeadItem | undefined) =>
  Object.entries(head?.counts ?? {}).map(([name, count]) => {
    const [act, reason = null] = name.split(' ') as [Act, ReportReason?];
    return { act, reason, count };
  });
