import { DAY_MS } from '#shared/plain/time.ts';
import type { DecideBody, Decision, Evidence } from '#shared/community/moderation.ts';
import type { ReportReason, Subject } from '#shared/plain/moderation/report-words.ts';

/** Contains a copy of the content, because the item may change. */
export interface ReportedItem {
  readonly kind: Exclude<Subject, 'role'>;
  /**
   * `<kind>.<id>`; for a message `message.<channel id>.<id>`, for an emote `emote.<channel id>.<id>`, for a comment
   * `comment.<video id>.<id>` or `comment.clip.<clip id>.<id>`, and for a reply to it `.<id>` of that in addition.
   */
  readonly caseId: string;
  /** The author of a message or comment, else the owner of the channel. */
  readonly subjectId: string;
  readonly username: string;
  readonly evidence: Evidence;
}

/** Field names are those of the table. */
export interface Case {
  readonly id: string;
  readonly kind: ReportedItem['kind'];
  readonly concerned: string;
  readonly username: string;
  readonly evidence: Evidence;
  readonly reports: number;
  readonly reasons: Readonly<Partial<Record<ReportReason, number>>>;
  /** Reports of the current round. */
  readonly first_at: string;
  readonly latest_at: string;
  readonly is_open: boolean;
  readonly round: number;
  /** Increases with each decision and reopening. */
  readonly version: number;
  readonly decisions: readonly Decision[];
  /** The act that led to this `version`. */
  readonly last_act?: DecideBody['act'] | undefined;
  readonly removed?: Readonly<Record<string, unknown>>;
}

export interface Report {
  readonly case_id: string;
  readonly kind: ReportedItem['kind'];
  readonly reason: ReportReason;
  readonly words: string;
  readonly at: string;
  readonly round: number;
}

export interface NewReport {
  readonly reporterId: string;
  readonly reason: ReportReason;
  readonly words: string;
  /** In ms since 1970. */
  readonly atMs: number;
}

export const REPORT_KEPT_MS = 365 * DAY_MS;
/** Also how long decisions can be undone. */
export const DECIDED_KEPT_MS = 180 * DAY_MS;
