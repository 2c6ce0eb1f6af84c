/** What the deliveries of a channel's chat cost, by the batches that are published (`functions/realtime`). Pure. */
import { dollarsOf } from '#functions/costs/prices.ts';
import { publishIntervalMs } from '#functions/realtime/publish-interval.ts';
import { HOUR_S } from '#shared/plain/time.ts';

/** AppSync bills each delivery in units of this size. */
const UNIT_BYTES = 5000;
const MESSAGE_BYTES = 300;

/** Billed deliveries to each of so many viewers in an hour with so many messages, which come independently. */
export function deliveriesAnHour(messages: number, viewers: number): number {
  if (messages === 0) return 0;
  const intervalS = publishIntervalMs(viewers) / 1000;
  const perSecond = messages / HOUR_S;
  // After a publication the next is due in an interval, or at the next message if none came in that time.
  const quietS = Math.exp(-perSecond * intervalS) / perSecond;
  const publications = HOUR_S / (intervalS + quietS);
  return publications * Math.max(1, ((messages / publications) * MESSAGE_BYTES) / UNIT_BYTES);
}

/** Dollars an hour. */
export const chatDollars = (messages: number, viewers: number): number =>
  dollarsOf({ realtimeOperation: deliveriesAnHour(messages, viewers) * viewers });
