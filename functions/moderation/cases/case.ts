/** What was reported, as moderators deal with it; see `case.item.ts` for how it is kept. */
import { DAY_MS } from '../../../shared/plain/time.ts';
import type { DecideBody, Decision, Evidence } from '../../../shared/community/moderation.ts';
import type { ReportReason, Subject } from '../../../shared/plain/words/report-words.ts';

/** What was found where somebody pointed. */
export interface Thing {
  readonly kind: Exclude<Subject, 'role'>;
  /** `<kind>.<id>`; of a message `message.<channel id>.<id>`. */
  readonly caseId: string;
  /** Whose it is: who wrote a message, else whose channel it is. */
  readonly concerned: string;
  readonly username: string;
  readonly evidence: Evidence;
}

export interface Case {
  readonly id: string;
  readonly kind: Thing['kind'];
  readonly concerned: string;
  readonly username: string;
  readonly evidence: Evidence;
  readonly reports: number;
  readonly reasons: Readonly<Partial<Record<ReportReason, number>>>;
  /** Of the first and of the latest report of this round. */
  readonly first_at: string;
  readonly latest_at: string;
  readonly is_open: boolean;
  readonly round: number;
  /** Grows with what moderators do, and when a case is opened again. */
  readonly version: number;
  readonly decisions: readonly Decision[];
  /** What was done last, with which `version` became what it is. */
  readonly last_act?: DecideBody['act'] | undefined;
  /** What was taken away, by which it comes back. */
  readonly removed?: Readonly<Record<string, unknown>>;
}

export interface Report {
  readonly case_id: string;
  readonly kind: Thing['kind'];
  readonly reason: ReportReason;
  readonly words: string;
  readonly at: string;
  readonly round: number;
}

/** Of one report, whatever becomes of its case. */
export const REPORT_KEPT_MS = 365 * DAY_MS;
/** What is decided is kept so long, for whoever asks why, and can be taken back. */
export const DECIDED_KEPT_MS = 180 * DAY_MS;
