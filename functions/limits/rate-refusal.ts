import { DomainError } from '../base/errors.ts';
import type { CountedKind } from './stage-limits.ts';

const WORDS: Readonly<Record<CountedKind, string>> = {
  'sign-up': 'Many accounts were made from your network.',
  'log-in': 'Many log-ins were tried from your network.',
  'forgotten password': 'Many codes were asked for from your network.',
  mail: 'Many codes were sent to this e-mail address.',
  report: 'You have reported very much lately, and what you reported is being looked at.',
  presence: 'Your network sends too many requests.',
  view: 'Your network sends too many requests.',
  read: 'Your network sends too many requests.',
};

export const rateRefusal = (kind: CountedKind, afterMs: number): DomainError =>
  new DomainError('too_many_requests', `${WORDS[kind]} Please try again in ${timeInWords(afterMs)}.`, {
    retryAfterS: Math.max(1, Math.ceil(afterMs / 1000)),
  });

/** Rounded up, so that a wait of this time suffices: `a minute`, `12 minutes`, `3 hours`. */
export function timeInWords(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes <= 1) return 'a minute';
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
