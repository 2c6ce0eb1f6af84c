import { stageLimits, type AddressRates, type CountedKind } from '#functions/limits/stage-limits.ts';
import { wholeNumber, type ContextOf } from './context.ts';

/** Requests of one address (an IPv6 network of /64) in five minutes, such as a school's. */
export interface AddressLimits {
  /** All but media: an open page makes some twenty. */
  readonly requests: number;
  /** Segments, playlists, pictures and the web's files: a viewer of a direct broadcast makes some 620. */
  readonly media: number;
  /** Signing up, logging in, codes, and changes of an account. */
  readonly auth: number;
  /** Renewals of access tokens: one in a quarter of an hour, and one when somebody comes back. */
  readonly refreshes: number;
}

/** For some 450 viewers behind one address, who may all be signed in and come at the same time. */
export const ADDRESS_LIMITS: AddressLimits = {
  requests: 10_000,
  media: 300_000,
  auth: 100,
  refreshes: 2000,
};

/** What WAF takes for a rate rule. */
const [LEAST, MOST] = [10, 2_000_000_000];

/** As the operator sets them (`-c addressRequests=20000`). Throws a `SettingError` for what is no such number. */
export function addressLimits(contextOf: ContextOf): AddressLimits {
  return {
    requests: wholeNumber(contextOf, 'addressRequests', LEAST, MOST) ?? ADDRESS_LIMITS.requests,
    media: wholeNumber(contextOf, 'addressMediaRequests', LEAST, MOST) ?? ADDRESS_LIMITS.media,
    auth: wholeNumber(contextOf, 'addressAuthRequests', LEAST, MOST) ?? ADDRESS_LIMITS.auth,
    refreshes: wholeNumber(contextOf, 'addressRefreshes', LEAST, MOST) ?? ADDRESS_LIMITS.refreshes,
  };
}

/** The API's own counts by address, by the limit of the web ACL that they grow with. */
const GROW_WITH = {
  requests: ['read', 'presence', 'view', 'subscription by network'],
  auth: ['sign-up', 'log-in', 'forgotten password'],
} as const satisfies Partial<Record<keyof AddressLimits, readonly CountedKind[]>>;

/** What the API allows one address, where the operator allows more or less than the defaults at the CDN. */
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
