import {
  cancellationReasons,
  HIGH_CONTENTION_ATTEMPTS,
  retryOnConflict,
  WriteConflictError,
} from '#functions/aws/retry.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { ABSENT, putInput } from '#functions/aws/table/write-items.ts';
import type { LogEntry } from '#shared/plain/moderation/public-log.ts';
import { nextEntry, type LoggedAct, type NewEntry } from './chain.ts';
import { actItem, countName, dayKey, entryKey, headKey, type HeadItem } from './log.item.ts';

/**
 * Logs an act. `write` must write `logWrites` and the act's effects in one transaction; it is called again, with a new
 * entry, if another act was logged at the same time. Its other errors pass through.
 */
export function appendToLog(
  table: Table,
  act: LoggedAct,
  clock: () => number,
  write: (logWrites: readonly Write[], entry: LogEntry) => Promise<void>,
): Promise<LogEntry> {
  return retryOnConflict(async () => {
    const last = await getItem<HeadItem>(table, headKey);
    const next = nextEntry(last, act, clock());
    try {
      await write(logWrites(table, last, next, act), next.entry);
      return next.entry;
    } catch (error) {
      if (!isCancellation(error)) throw error;
      const head = await getItem<HeadItem>(table, headKey);
      if (head?.seq === last?.seq) throw error;
      throw new WriteConflictError('Another act was logged', { cause: error });
    }
  }, HIGH_CONTENTION_ATTEMPTS);
}

/** A cancelled transaction has written nothing. */
const isCancellation = (error: unknown): boolean =>
  cancellationReasons(error).length > 0 || (error instanceof Error && isCancellation(error.cause));

function logWrites(
  table: Table,
  last: HeadItem | undefined,
  { entry, salt }: NewEntry,
  act: LoggedAct,
): Write[] {
  const { seq, at, hash } = entry;
  const name = countName(act.act, act.reason);
  const counts = { ...last?.counts, [name]: (last?.counts[name] ?? 0) + 1 };
  const isLast = last ? { if: 'seq = :last', values: { ':last': last.seq } } : ABSENT;
  return [
    { Put: putInput(table, { ...headKey, ...entry, counts }, isLast) },
    { Put: putInput(table, { ...entryKey(seq), ...entry }, ABSENT) },
    { Put: putInput(table, { ...dayKey(at.slice(0, 10)), seq, hash }) },
    { Put: putInput(table, actItem(act, entry, salt), ABSENT) },
  ];
}
