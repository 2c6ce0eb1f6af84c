/**
 * The public log. Keys:
 *
 * | item                        | pk               | sk            | gsi1pk           | gsi1sk  |
 * |-----------------------------|------------------|---------------|------------------|---------|
 * | newest entry, with counts   | `PUBLIC_LOG`     | `HEAD`        |                  |         |
 * | entry                       | `PUBLIC_LOG`     | `ENTRY#<seq>` |                  |         |
 * | newest entry of a day       | `PUBLIC_LOG`     | `DAY#<date>`  |                  |         |
 * | sealed part of an entry     | `CONCERNED#<id>` | `ACT#<seq>`   | `ACTS_BY#<id>`   | `<seq>` |
 *
 * The first three name no user and are never deleted. The sealed part names the subject and the moderator, and is deleted
 * with the account of either; the entry has its salted hash.
 */
import type { LogEntry } from '#shared/plain/moderation/public-log.ts';
import type { Act, ReportReason } from '#shared/plain/moderation/report-words.ts';
import type { LoggedAct } from './chain.ts';

export interface HeadItem extends LogEntry {
  /** By `<act>` or `<act> <reason>`. */
  readonly counts: Readonly<Record<string, number>>;
}

const PARTITION = 'PUBLIC_LOG';
const SEQ_DIGITS = 9;

const seqText = (seq: number): string => String(seq).padStart(SEQ_DIGITS, '0');

export const headKey = { pk: PARTITION, sk: 'HEAD' };
export const entryKey = (seq: number) => ({ pk: PARTITION, sk: `ENTRY#${seqText(seq)}` });
export const DAY_PREFIX = 'DAY#';
export const dayKey = (day: string) => ({ pk: PARTITION, sk: DAY_PREFIX + day });

export const subjectPartition = (id: string): string => `CONCERNED#${id}`;
export const actKey = (subjectId: string, seq: number) => ({
  pk: subjectPartition(subjectId),
  sk: `ACT#${seqText(seq)}`,
});
export const actsByPartition = (moderatorId: string): string => `ACTS_BY#${moderatorId}`;

/** Includes the public fields for the export of data. */
export const actItem = (
  { act, subject, reason, until, sealed }: LoggedAct,
  { seq, at }: LogEntry,
  salt: string,
) => ({
  ...actKey(sealed.concerned, seq),
  gsi1pk: actsByPartition(sealed.moderator),
  gsi1sk: seqText(seq),
  ...sealed,
  act,
  subject,
  reason,
  until,
  at,
  salt,
});

export const countName = (act: Act, reason: ReportReason | null): string =>
  reason ? `${act} ${reason}` : act;
