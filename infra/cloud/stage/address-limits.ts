import { stageLimits, type AddressRates, type CountedKind } from '#functions/limits/stage-limits.ts';
import { wholeNumber, type ContextOf } from './context.ts';

/** Maximum requests of one address (or /64 network of IPv6) in five minutes, for example a school's. */
export interface AddressLimits {
  /** All requests except media: an open page sends about twenty. */
  readonly requests: number;
  /** Segments, playlists, pictures and the web app's files: a viewer of a direct broadcast requests about 620. */
  readonly media: number;
  /** Sign-ups, log-ins, codes, and changes of an account. */
  readonly auth: number;
  /** Renewals of session tokens: one per quarter of an hour, and one per return to the page. */
  readonly refreshes: number;
}

/** For about 450 viewers behind one address, who may all be signed in and start at the same time. */
export const ADDRESS_LIMITS: AddressLimits = {
  requests: 10_000,
  media: 300_000,
  auth: 100,
  refreshes: 2000,
};

/** WAF's bounds for a rate rule. */
const [LEAST, MOST] = [10, 2_000_000_000];

/** Reads the operator's limits (`-c addressRequests=20000`). Throws a `SettingError` for invalid numbers. */
export function addressLimits(contextOf: ContextOf): AddressLimits {
  return {
    requests: wholeNumber(contextOf, 'addressRequests', LEAST, MOST) ?? ADDRESS_LIMITS.requests,
    media: wholeNumber(contextOf, 'addressMediaRequests', LEAST, MOST) ?? ADDRESS_LIMITS.media,
    auth: wholeNumber(contextOf, 'addressAuthRequests', LEAST, MOST) ?? ADDRESS_LIMITS.auth,
    refreshes: wholeNumber(contextOf, 'addressRefreshes', LEAST, MOST) ?? ADDRESS_LIMITS.refreshes,
  };
}

/** The API's own counters by address, and the limit of the web ACL with which they scale. */
const GROW_WITH = {
  requests: ['read', 'presence', 'view', 'subscription by network'],
  auth: ['sign-up', 'log-in', 'forgotten password'],
} as const satisfies Partial<Record<keyof AddressLimits, readonly CountedKind[]>>;

/** Returns the API's rates per address if the operator's limits at the CDN differ from the defaults. */
export function addressRates(limits: AddressLimits): AddressRates {
  const { rates } = stageLimits('cloud');
  return Object.fromEntries(
    (['requests', 'auth'] as const).flatMap((name) => {
      const factor = limits[name] / ADDRESS_LIMITS[name];
      if (factor === 1) return [];
      return GROW_WITH[name].map((kind) => [kind, Math.ceil((rates[kind]?.requests ?? 0) * factor)]);
    }),
  );
}
