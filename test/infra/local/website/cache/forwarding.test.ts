import { describe, expect, it } from 'vitest';
import { cacheRules } from '#infra/agreed/cache-rules.ts';
import {
  forwardedHeaders,
  forwardedQuery,
  withReturnedHeaders,
} from '#infra/local/website/cache/forwarding.ts';

const { api, session, oembed } = cacheRules;
const cookie = 'language=de; refresh=1; __Secure-device=2; refreshed=3';
const sent = (headers: Record<string, string>, rule: typeof api | typeof session | typeof oembed = api) =>
  Object.fromEntries(forwardedHeaders(new Headers(headers), rule));
const returned = (headers: Record<string, string>, rule: typeof api | typeof session = api) =>
  Object.fromEntries(withReturnedHeaders(new Response(null, { headers }), rule).headers);

describe('an origin request', () => {
  it('has a session’s cookies and no others, and returns them', () => {
    expect(sent({ cookie }, session)).toEqual({ cookie: 'refresh=1; __Secure-device=2' });
    expect(returned({ 'set-cookie': 'refresh=4' }, session)).toEqual({ 'set-cookie': 'refresh=4' });
  });

  it.each(['api', 'rewind', 'oembed', 'pages', 'stored', 'web'] as const)(
    'has no cookie elsewhere, and returns none: %s',
    (name) => {
      expect([...forwardedHeaders(new Headers({ cookie }), cacheRules[name]).keys()]).not.toContain('cookie');
      const answer = new Response(null, { headers: { 'set-cookie': 'refresh=4' } });
      expect(withReturnedHeaders(answer, cacheRules[name]).headers.getSetCookie()).toEqual([]);
    },
  );

  it('has the viewer’s headers but those that are for one hop, or CloudFront’s own', () => {
    const kept = { authorization: 'Bearer a', 'if-none-match': '"a"', 'user-agent': 'fan', 'x-other': 'yes' };
    const removed = { host: 'fans.example', te: 'trailers', 'x-forwarded-proto': 'ftp', 'x-edge-a': '1' };
    expect(sent({ ...kept, ...removed })).toEqual(kept);
  });

  it('has the headers of the key alone where no policy forwards more', () => {
    const headers = { authorization: 'Bearer a', 'user-agent': 'fan', 'x-viewer-address': '203.0.113.7' };
    expect(sent(headers, oembed)).toEqual({ 'user-agent': 'Amazon CloudFront' });
  });

  it('has the parameters of the rule, as they were written', () => {
    const search = '?utm_source=mail&q=box+fan&limit=2&q=a%2Bb%20c&l%69mit=3&flag';
    expect(forwardedQuery(search, api)).toBe('?q=box+fan&limit=2&q=a%2Bb%20c');
    expect(forwardedQuery('?utm_source=mail', api)).toBe('');
  });
});

it('an answer’s Vary names headers of the key alone', () => {
  expect(returned({ vary: 'Origin, Accept-Encoding, x-signed-in' })).toEqual({
    vary: 'Accept-Encoding, x-signed-in',
  });
  expect(returned({ vary: 'Origin' })).toEqual({});
});
