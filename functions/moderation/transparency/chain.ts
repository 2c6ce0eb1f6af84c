/** Builds the entries of the public log, each with the previous entry's hash. Pure, except for the salt. */
import { createHash, randomBytes } from 'node:crypto';
import { canonical, FIRST_HASH, type LogEntry, type LogFacts } from '#shared/plain/moderation/public-log.ts';

type PublicAct = Pick<LogFacts, 'act' | 'subject' | 'reason' | 'until'>;

/** The log only commits to these fields, whose names are those of the table. */
interface SealedAct {
  readonly concerned: string;
  readonly moderator: string;
  readonly case_id: string | null;
}

export interface LoggedAct extends PublicAct {
  readonly sealed: SealedAct;
}

/** The `moderator` in acts of the operator. No user has this id. */
export const OPERATOR = 'operator';

export interface NewEntry {
  readonly entry: LogEntry;
  /** Proves the sealed fields when disclosed. */
  readonly salt: string;
}

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

export const sealOf = ({ concerned, moderator, case_id }: SealedAct, salt: string): string =>
  sha256(JSON.stringify([salt, concerned, moderator, case_id]));

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
