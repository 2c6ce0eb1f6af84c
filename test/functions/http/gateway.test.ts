import { describe, expect, it } from 'vitest';
import { type GatewayEvent, requestOf, resultOf } from '#functions/http/gateway.ts';

const eventOf = (event: Partial<GatewayEvent>, method = 'PUT'): GatewayEvent =>
  ({
    rawPath: '/api/things/7',
    rawQueryString: '',
    headers: {},
    isBase64Encoded: false,
    requestContext: { domainName: 'fans.example', http: { method } },
    ...event,
  }) as GatewayEvent;

describe('an event of the HTTP API', () => {
  it('becomes the request that the client sent', async () => {
    const headers = { 'content-type': 'application/json', 'x-name': 'Lüfter' };
    const request = requestOf(
      eventOf({ headers, cookies: ['a=1', 'b=2'], rawQueryString: 'q=a%20b', body: '{"a":"ü"}' }),
    );
    expect([request.method, request.url]).toEqual(['PUT', 'https://fans.example/api/things/7?q=a%20b']);
    expect(Object.fromEntries(request.headers)).toMatchObject({
      'content-type': 'application/json',
      'x-name': 'L%C3%BCfter',
      cookie: 'a=1; b=2',
    });
    expect(await request.json()).toEqual({ a: 'ü' });
  });

  it.each([
    ['/api/auth/login?/../../streamers', '/api/streamers'],
    ['/api/auth/login#/../../streamers', '/api/streamers'],
  ])('has the path %s that the CDN’s rules see', (rawPath, pathname) => {
    expect(new URL(requestOf(eventOf({ rawPath })).url).pathname).toBe(pathname);
  });

  it.each([
    ['/api/things/a b', '/api/things/a%20b'],
    ['/api/things/ü', '/api/things/%C3%BC'],
    ['/api/things/me?limit=1', '/api/things/me%3Flimit=1'],
    ['/api/things/me#7', '/api/things/me%237'],
    ['/api/things/100%', '/api/things/100%25'],
    ['/api/things/%41', '/api/things/%41'],
    ['/api/things/ ', '/api/things/%20'],
    ['/api/things/a\tb', '/api/things/a%09b'],
    ['/api/things/a\\b', '/api/things/a%5Cb'],
  ])('has a path that was decoded once: %s', (rawPath, path) => {
    const { url } = requestOf(eventOf({ rawPath, rawQueryString: 'q=1' }));
    expect(url).toBe(`https://fans.example${path}?q=1`);
  });

  it('keeps bytes unchanged', async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => (at * 7) % 256);
    const body = Buffer.from(bytes).toString('base64');
    const request = requestOf(eventOf({ body, isBase64Encoded: true }));
    expect(Buffer.compare(Buffer.from(await request.arrayBuffer()), bytes)).toBe(0);
  });

  it('has no body for methods without one', async () => {
    expect(await requestOf(eventOf({ body: 'x' }, 'GET')).text()).toBe('');
  });
});

it('a response keeps its status, headers and cookies', async () => {
  const response = Response.json({ ok: true }, { status: 201, headers: { 'x-a': '1' } });
  response.headers.append('set-cookie', 'a=1');
  response.headers.append('set-cookie', 'b=2');
  const { headers, ...result } = await resultOf(response);
  expect(headers).toEqual({ 'content-type': 'application/json', 'x-a': '1' });
  expect(result).toEqual({
    statusCode: 201,
    cookies: ['a=1', 'b=2'],
    body: '{"ok":true}',
    isBase64Encoded: false,
  });
});
