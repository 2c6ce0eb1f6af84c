import { expect, it } from 'vitest';
import { cacheRules } from '../../../../../infra/agreed/cache-rules.ts';
import {
  withForwardedCookies,
  withReturnedCookies,
} from '../../../../../infra/local/website/cache/cookies.ts';

const sent = new Headers({
  cookie: 'language=de; refresh=1; __Secure-device=2; refreshed=3',
  'x-other': 'yes',
});
const answer = () => new Response(null, { headers: { 'set-cookie': 'refresh=4' } });

it('a session’s requests have its cookies and no others', () => {
  const forwarded = withForwardedCookies(sent, cacheRules.session);
  expect(Object.fromEntries(forwarded)).toEqual({ cookie: 'refresh=1; __Secure-device=2', 'x-other': 'yes' });
  expect(withReturnedCookies(answer(), cacheRules.session).headers.getSetCookie()).toEqual(['refresh=4']);
});

it.each(['api', 'rewind', 'oembed', 'pages', 'stored', 'web'] as const)(
  'other requests have no cookies, and set none: %s',
  (name) => {
    expect(Object.fromEntries(withForwardedCookies(sent, cacheRules[name]))).toEqual({ 'x-other': 'yes' });
    expect(withReturnedCookies(answer(), cacheRules[name]).headers.getSetCookie()).toEqual([]);
  },
);
