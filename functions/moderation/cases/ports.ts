import type { ReportReason } from '../../../shared/plain/words/report-words.ts';
import type { Case, Report, Thing } from './case.ts';

export interface NewReport {
  /** Who reports. */
  readonly who: string;
  readonly reason: ReportReason;
  readonly words: string;
  readonly atMs: number;
}

export interface CasePage {
  readonly cases: readonly Case[];
  readonly next: string | null;
}

export interface CasesRepository {
  /** Adds a report to the thing's case, which is opened where none is. False where this person's is there already. */
  report(thing: Thing, report: NewReport): Promise<boolean>;
  /** As it is now. */
  find(id: string): Promise<Case | null>;
  /** Those that there are, in no order; maybe a moment old. */
  findMany(ids: readonly string[]): Promise<Case[]>;
  /** Open ones, the longest first; or decided ones, latest first. */
  list(state: 'open' | 'decided', cursor: string | undefined): Promise<CasePage>;
  /** The latest reports of the present round, without who made them. */
  reportsOf(one: Case): Promise<Report[]>;
}
