/** Builds the entries of the public log, each with the hash of the previous one. Pure, except for the salt. */
import { createHash, randomBytes } from 'node:crypto';
import { canonical, FIRST_HASH, type LogEntry, type LogFacts } from '../../../shared/plain/public-log.ts';

/** The public part of an act. */
export type PublicAct = Pick<LogFacts, 'act' | 'subject' | 'reason' | 'until'>;

/** The part of an act that the log only commits to. Field names are those of the table. */
export interface SealedAct {
  readonly concerned: string;
  readonly moderator: string;
  readonly case_id: string | null;
}

export interface LoggedAct extends PublicAct {
  readonly sealed: SealedAct;
}

/** The `moderator` of acts of the site's operator. It is no user's id. */
export const OPERATOR = 'operator';

export interface NewEntry {
  readonly entry: LogEntry;
  /** Proves, once disclosed, what the entry has sealed. */
  readonly salt: string;
}

/** The entry after `last`, or the first. */
export function nextEntry(
  last: Pick<LogEntry, 'seq' | 'hash'> | undefined,
  { act, subject, reason, until, sealed }: LoggedAct,
  nowMs: number,
): NewEntry {
  const salt = randomBytes(32).toString('hex');
  const facts: LogFacts = {
    seq: (last?.seq ?? 0) + 1,
    at: new Date(nowMs).toISOString(),
    act,
    subject,
    reason,
    until,
    sealed: sealOf(sealed, salt),
    previous: last?.hash ?? FIRST_HASH,
  };
  return { entry: { ...facts, hash: sha256(canonical(facts)) }, salt };
}

/** The commitment to the sealed part of an act. */
export const sealOf = ({ concerned, moderator, case_id }: SealedAct, salt: string): string =>
  sha256(JSON.stringify([salt, concerned, moderator, case_id]));

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
