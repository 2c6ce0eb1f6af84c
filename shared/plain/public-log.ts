/**
 * The form in which entries of the public log are chained: the same here for the server, which writes it, and for the
 * browser, which checks it. See docs/decisions/moderation.md.
 */
import type { Act, ReportReason, Subject } from './words/report-words.ts';

/** One act of the site's moderators, without whom it concerns. */
export interface LogFacts {
  /** From 1 on, without a gap. */
  readonly seq: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly act: Act;
  readonly subject: Subject;
  readonly reason: ReportReason | null;
  /** When a suspension ends; `null` where it does not, and for all other acts. */
  readonly until: string | null;
  /** SHA-256, in hex, of who did what to whom, with a salt: it can be shown later, and tells nothing by itself. */
  readonly sealed: string;
  /** The hash of the entry before; of the first, `FIRST_HASH`. */
  readonly previous: string;
}

/** With its own SHA-256, in hex, of `canonical`. */
export interface LogEntry extends LogFacts {
  readonly hash: string;
}

/** What stands before the first entry. */
export const FIRST_HASH = '0'.repeat(64);

/** The text that is hashed: a list in this order, as `JSON.stringify` writes it, in UTF-8. */
export const canonical = ({ seq, at, act, subject, reason, until, sealed, previous }: LogFacts): string =>
  JSON.stringify(['fanfare-log-1', seq, at, act, subject, reason, until, sealed, previous]);

/** A head in one line, to be printed, mailed or kept: `fanfare-log 2026-11-22 17 <hash>`. */
export const headLine = (head: {
  readonly day: string;
  readonly seq: number;
  readonly hash: string;
}): string => `fanfare-log ${head.day} ${head.seq} ${head.hash}`;

/** Such a line as somebody kept it; `null` of any other text. */
export function readHeadLine(line: string): { day: string; seq: number; hash: string } | null {
  const [, day, seq, hash] = /^\s*fanfare-log (\d{4}-\d\d-\d\d) (\d{1,9}) ([\da-f]{64})\s*$/.exec(line) ?? [];
  return day && seq && hash ? { day, seq: Number(seq), hash } : null;
}
