import { selfInvoker } from '#functions/aws/self-invocation.ts';
import type { Signing } from '#functions/aws/signed-requests.ts';
import type { DueCount } from './counting.service.ts';

/** The event with which the `api` Lambda invokes itself. */
export interface DueCountEvent {
  readonly 'detail-type': 'Count Votes';
  readonly detail: DueCount;
}

/** Has another invocation of this Lambda count votes. Throws if Lambda does not accept it. */
export function countLaterWith(signing: Signing): (due: DueCount) => Promise<void> {
  const invoke = selfInvoker(signing);
  return (detail) => invoke({ 'detail-type': 'Count Votes', detail } satisfies DueCountEvent);
}
