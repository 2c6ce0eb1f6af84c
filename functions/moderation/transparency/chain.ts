/** How an entry of the public log is made. Pure, but for the salt. */
import { createHash, randomBytes } from 'node:crypto';
import { canonical, FIRST_HASH, type LogEntry, type LogFacts } from '../../../shared/plain/public-log.ts';

/** What is told to all of an act. */
export type PublicAct = Pick<LogFacts, 'act' | 'subject' | 'reason' | 'until'>;

/** What is told to nobody: whom it concerns, who did it, and in which case. */
export interface SealedAct {
  readonly concerned: string;
  readonly moderator: string;
  readonly case_id: string | null;
}

export interface NewEntry {
  readonly entry: LogEntry;
  /** By which what is sealed can be shown to be it. */
  readonly salt: string;
}

/** The entry after `last`, or the first. */
export function nextEntry(
  last: Pick<LogEntry, 'seq' | 'hash'> | undefined,
  act: PublicAct,
  sealed: SealedAct,
  nowMs: number,
): NewEntry {
  const salt = randomBytes(32).toString('hex');
  const facts: LogFacts = {
    seq: (last?.seq ?? 0) + 1,
    at: new Date(nowMs).toISOString(),
    act: act.act,
    subject: act.subject,
    reason: act.reason,
    until: act.until,
    sealed: sealOf(sealed, salt),
    previous: last?.hash ?? FIRST_HASH,
  };
  return { entry: { ...facts, hash: sha256(canonical(facts)) }, salt };
}

/** Of what an entry does not tell. */
export const sealOf = ({ concerned, moderator, case_id }: SealedAct, salt: string): string =>
  sha256(JSON.stringify([salt, concerned, moderator, case_id]));

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
