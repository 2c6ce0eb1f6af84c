import type { LogEntry } from '../../../shared/plain/public-log.ts';
import type { DayHead, LogSummary } from '../../../shared/community/transparency.ts';

/** Reads the log; each read costs the same however long it is. */
export interface LogReads {
  summary(): Promise<LogSummary>;
  /** In order, from the one after `after` on. */
  entries(after: number, limit: number): Promise<LogEntry[]>;
  /** The last entry of each of the latest days on which there is one, newest first. */
  days(limit: number): Promise<DayHead[]>;
}
