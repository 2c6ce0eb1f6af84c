import { selfInvoker } from '#functions/aws/self-invocation.ts';
import type { Signing } from '#functions/aws/signed-requests.ts';
import type { HandedOver } from './announce.adapters.ts';

const HANDED_OVER = 'Publish Events';

/** The event with which a Lambda invokes itself. */
export interface HandOverEvent {
  readonly 'detail-type': typeof HANDED_OVER;
  readonly detail: HandedOver;
}

/** Makes another invocation of this Lambda publish events. Throws if Lambda does not accept it. */
export function handOverTo(signing: Signing): (due: HandedOver) => Promise<void> {
  const invoke = selfInvoker(signing);
  return (detail) => invoke({ 'detail-type': HANDED_OVER, detail } satisfies HandOverEvent);
}
