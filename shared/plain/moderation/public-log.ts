/**
 * The form of chained public log entries, shared by the server, which writes them, and the browser, which checks them.
 * See docs/decisions/moderation.md.
 */
import type { Act, ReportReason, Subject } from './report-words.ts';

/** An act of the site's moderators, without the affected person. */
export interface LogFacts {
  /** From 1, without gaps. */
  readonly seq: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly act: Act;
  readonly subject: Subject;
  readonly reason: ReportReason | null;
  /** When a suspension ends; `null` for permanent ones and other acts. */
  readonly until: string | null;
  /** SHA-256, in hex, of the salted details: a later proof that reveals nothing by itself. */
  readonly sealed: string;
  /** The previous entry's hash; `FIRST_HASH` for the first. */
  readonly previous: string;
}

/** Includes the SHA-256, in hex, of `canonical`. */
export interface LogEntry extends LogFacts {
  readonly hash: string;
}

/** The hash before the first entry. */
export const FIRST_HASH = '0'.repeat(64);

/** The hashed text: a list in this order, by `JSON.stringify`, in UTF-8. */
export const canonical = ({ seq, at, act, subject, reason, until, sealed, previous }: LogFacts): string =>
  JSON.stringify(['fanfare-log-1', seq, at, act, subject, reason, until, sealed, previous]);

/** One line for printing, mail or storage: `fanfare-log 2026-11-22 17 <hash>`. */
export const headLine = (head: {
  readonly day: string;
  readonly seq: number;
  readonly hash: string;
}): string => `fanfare-log ${head.day} ${head.seq} ${head.hash}`;

/** Parses such a line; `null` for other text. */
export function readHeadLine(line: string): { day: string; seq: number; hash: string } | null {
  const [, day, seq, hash] = /^\s*fanfare-log (\d{4}-\d\d-\d\d) (\d{1,9}) ([\da-f]{64})\s*$/.exec(line) ?? [];
  return day && seq && hash ? { day, seq: Number(seq), hash } : null;
}
