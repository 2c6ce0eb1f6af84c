import { expect, test } from 'vitest';
import { stageLimits, type CountedKind } from '#functions/limits/stage-limits.ts';
import { ADDRESS_LIMITS, addressLimits, addressRates } from '#infra/cloud/stage/address-limits.ts';
import { settingsIn } from '#infra/cloud/stage/context.ts';

const limits = (context: Readonly<Record<string, unknown>>) => addressLimits(settingsIn(context));

test('the operator sets each limit of an address', () => {
  expect(limits({})).toEqual(ADDRESS_LIMITS);
  expect(
    limits({
      addressRequests: '1000',
      addressMediaRequests: '2000',
      addressAuthRequests: '300',
      addressRefreshes: '400',
    }),
  ).toEqual({ requests: 1000, media: 2000, auth: 300, refreshes: 400 });
});

test.each(['addressRequests', 'addressMediaRequests', 'addressAuthRequests', 'addressRefreshes'])(
  'refuses a %s that WAF would refuse',
  (name) => {
    for (const value of ['9', '2000000001', 'many'])
      expect(() => limits({ [name]: value })).toThrow('is not a whole number from 10 to 2000000000');
  },
);

test('the API’s own limits per address scale with those of the CDN', () => {
  const requestsOf = (kind: CountedKind): number => stageLimits('cloud').rates[kind]?.requests ?? NaN;
  expect(addressRates(ADDRESS_LIMITS)).toEqual({});
  expect(addressRates({ ...ADDRESS_LIMITS, requests: 5 * ADDRESS_LIMITS.requests })).toEqual({
    read: 5 * requestsOf('read'),
    presence: 5 * requestsOf('presence'),
    view: 5 * requestsOf('view'),
    'subscription by network': 5 * requestsOf('subscription by network'),
  });
  expect(addressRates({ ...ADDRESS_LIMITS, auth: 10 })).toEqual({
    'sign-up': requestsOf('sign-up') / 10,
    'log-in': requestsOf('log-in') / 10,
    'forgotten password': requestsOf('forgotten password') / 10,
  });
});
