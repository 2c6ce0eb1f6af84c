import { isWithinLimit } from '#functions/base/errors.ts';
import type { RateCounter } from '#functions/limits/rate-counter.ts';
import { type Claims, PERSON_PREFIX } from '#functions/passes/index.ts';

/**
 * Counts a subscription of a pass and of its owner. False if there are too many: AppSync bills each delivery to each
 * subscription, and one socket may have a hundred. AppSync does not say when one ends, so those of the last hour (of a
 * pass) and of the last day (of an owner; a socket lives no longer) are counted. Pages that are refused poll.
 */
export const countSubscription = (rates: RateCounter, claims: Claims): Promise<boolean> =>
  isWithinLimit(count(rates, claims));

async function count(rates: RateCounter, { viewer, expiresS, owner }: Claims): Promise<void> {
  await rates.count('subscription by pass', `${viewer}.${expiresS}`);
  const isPerson = owner.startsWith(PERSON_PREFIX);
  if (owner !== '') await rates.count(`subscription by ${isPerson ? 'person' : 'network'}`, owner);
}
