import type { CasesRepository } from '../cases/ports.ts';
import type { Thing } from '../cases/case.ts';
import type { RateCounter } from '../../limits/ports.ts';
import type { ReportBody } from '../../../shared/community/reports.ts';

export interface ReportsPorts {
  readonly cases: Pick<CasesRepository, 'report' | 'findMany'>;
  /** What is reported, where this person may see it. */
  readonly findThing: (callerId: string, body: ReportBody) => Promise<Thing | null>;
  /** Somebody with the suspension that holds now; `null` where there is none. */
  readonly findSuspended: (id: string) => Promise<{ readonly username: string } | null>;
  readonly rates: RateCounter;
  readonly clock: () => number;
}
