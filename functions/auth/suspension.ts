/** Whether a suspension is in effect. Pure. */
import type { Suspension } from '../../shared/people/auth.ts';

/** An account's latest suspension, which may be over. */
export interface MaybeSuspended {
  readonly suspended?: Suspension | undefined;
}

/** The suspension that is in effect at `nowMs`, in ms since 1970; `undefined` if there is none. */
export function suspensionNow({ suspended }: MaybeSuspended, nowMs: number): Suspension | undefined {
  if (!suspended || (suspended.until !== null && Date.parse(suspended.until) <= nowMs)) return undefined;
  const { until, reason, words } = suspended;
  return { until, reason, words };
}
