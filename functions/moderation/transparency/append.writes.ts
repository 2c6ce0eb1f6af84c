import { cancellationReasons } from '../../aws/retry.ts';
import { getItem } from '../../aws/table/get-item.ts';
import type { Table, Write } from '../../aws/table/table.ts';
import { ABSENT, placement, type Condition } from '../../aws/table/write-expressions.ts';
import type { LogEntry } from '../../../shared/plain/public-log.ts';
import { nextEntry, type NewEntry, type PublicAct, type SealedAct } from './chain.ts';
import {
  actKey,
  actsByPartition,
  countName,
  dayKey,
  entryKey,
  headKey,
  seqText,
  type HeadItem,
} from './log.item.ts';

/** What is done, as the log will have it. */
export interface LoggedAct extends PublicAct {
  readonly sealed: SealedAct;
}

/** So many who act at the same moment each get their turn. */
const ATTEMPTS = 24;
const MAX_PAUSE_MS = 60;

/**
 * Has an act done and logged in one transaction: `write` is to write what it is given besides, all or nothing. Where
 * another act was logged meanwhile it is asked again, with an entry that follows that one. What it throws else passes
 * through. Answers the entry.
 */
export async function appendToLog(
  table: Table,
  act: LoggedAct,
  clock: () => number,
  write: (also: readonly Write[], entry: LogEntry) => Promise<void>,
): Promise<LogEntry> {
  for (let attempt = 1; ; attempt++) {
    const last = await getItem<HeadItem>(table, headKey);
    const next = nextEntry(last, act, act.sealed, clock());
    try {
      await write(logWrites(table, last, next, act), next.entry);
      return next.entry;
    } catch (error) {
      if (attempt === ATTEMPTS || !(await isOvertaken(table, last, error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_PAUSE_MS));
    }
  }
}

/** Whether the log goes on behind another entry by now. */
async function isOvertaken(table: Table, last: HeadItem | undefined, error: unknown): Promise<boolean> {
  const isOfTransaction = (one: unknown): boolean =>
    cancellationReasons(one).length > 0 ||
    (one instanceof Error && one.cause !== undefined && isOfTransaction(one.cause));
  if (!isOfTransaction(error)) return false;
  return (await getItem<HeadItem>(table, headKey))?.seq !== last?.seq;
}

function logWrites(
  table: Table,
  last: HeadItem | undefined,
  { entry, salt }: NewEntry,
  act: LoggedAct,
): Write[] {
  const { seq, at } = entry;
  const { concerned, moderator } = act.sealed;
  const name = countName(act.act, act.reason);
  const counts = { ...last?.counts, [name]: (last?.counts[name] ?? 0) + 1 };
  const sealed = {
    ...actKey(concerned, seq),
    gsi1pk: actsByPartition(moderator),
    gsi1sk: seqText(seq),
    ...act.sealed,
    act: act.act,
    subject: act.subject,
    reason: act.reason,
    until: act.until,
    at,
    salt,
  };
  return [
    { Put: placement(table, { ...headKey, ...entry, counts }, isLast(last)) },
    { Put: placement(table, { ...entryKey(seq), ...entry }, ABSENT) },
    { Put: placement(table, { ...dayKey(at.slice(0, 10)), seq, hash: entry.hash }) },
    { Put: placement(table, sealed, ABSENT) },
  ];
}

const isLast = (last: HeadItem | undefined): Condition =>
  last ? { if: 'seq = :last', values: { ':last': last.seq } } : ABSENT;
