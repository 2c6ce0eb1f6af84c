/**
 * The public log as the table holds it. Keys:
 *
 * | item                        | pk               | sk            | gsi1pk           | gsi1sk  |
 * |-----------------------------|------------------|---------------|------------------|---------|
 * | newest entry, with counts   | `PUBLIC_LOG`     | `HEAD`        |                  |         |
 * | entry                       | `PUBLIC_LOG`     | `ENTRY#<seq>` |                  |         |
 * | newest entry of a day       | `PUBLIC_LOG`     | `DAY#<date>`  |                  |         |
 * | what an entry has sealed    | `CONCERNED#<id>` | `ACT#<seq>`   | `ACTS_BY#<id>`   | `<seq>` |
 *
 * The first three name nobody and stay for good. The last, of whom an act concerns and who did it, goes with the account
 * of either; its hash, with a salt, is in the entry.
 */
import type { LogEntry } from '../../../shared/plain/public-log.ts';
import type { Act, ReportReason } from '../../../shared/plain/words/report-words.ts';

export interface HeadItem extends LogEntry {
  /** By `<act>` or `<act> <reason>`. */
  readonly counts: Readonly<Record<string, number>>;
}

const PARTITION = 'PUBLIC_LOG';
const SEQ_DIGITS = 9;

export const seqText = (seq: number): string => String(seq).padStart(SEQ_DIGITS, '0');

export const headKey = { pk: PARTITION, sk: 'HEAD' };
export const entryKey = (seq: number) => ({ pk: PARTITION, sk: `ENTRY#${seqText(seq)}` });
export const DAY_PREFIX = 'DAY#';
export const dayKey = (day: string) => ({ pk: PARTITION, sk: DAY_PREFIX + day });

export const concernedPartition = (id: string): string => `CONCERNED#${id}`;
export const actKey = (id: string, seq: number) => ({
  pk: concernedPartition(id),
  sk: `ACT#${seqText(seq)}`,
});
export const actsByPartition = (moderatorId: string): string => `ACTS_BY#${moderatorId}`;

export const countName = (act: Act, reason: ReportReason | null): string =>
  reason ? `${act} ${reason}` : act;
