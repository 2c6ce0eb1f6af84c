import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import type { LambdaName } from '#functions/lambdas.ts';
import { gatewayEvent, type HttpEvent } from '#infra/local/lambdas/http-event.ts';
import { ThrottledError } from '#infra/local/lambdas/lambda-runner.ts';
import { httpApi, lambdaFor, toEvent as receive, type Invoke } from '#infra/local/website/api.ts';

const SITE = 'http://localhost:3000';

/** Returns the Lambda's event, and the response made from its result. */
async function through(
  request: Request,
  result: unknown = { statusCode: 200, body: '{}' },
): Promise<{ response: Response; calls: { name: LambdaName; event: HttpEvent }[] }> {
  const calls: { name: LambdaName; event: HttpEvent }[] = [];
  const invoke: Invoke = async (name, event) => {
    calls.push({ name, event });
    return result;
  };
  return { response: await httpApi(request, invoke), calls };
}

/** Returns the event that the handler gets. */
const toEvent = async (request: Request) => gatewayEvent(await receive(request)) as APIGatewayProxyEventV2;

const post = (body: BodyInit, type: string) =>
  new Request(`${SITE}/api/streaming/start`, { method: 'POST', body, headers: { 'content-type': type } });

describe('an event of the HTTP API', () => {
  it('has payload version 2.0', async () => {
    const headers = { authorization: 'Bearer x', 'user-agent': 'test' };
    const event = await toEvent(new Request(`${SITE}/api/streamers/a%20b?live=true&q=a%26b`, { headers }));
    expect(event).toEqual({
      version: '2.0',
      routeKey: '$default',
      rawPath: '/api/streamers/a b',
      rawQueryString: 'live=true&q=a%26b',
      queryStringParameters: { live: 'true', q: 'a&b' },
      headers: {
        authorization: 'Bearer x',
        host: 'local.execute-api.us-east-1.amazonaws.com',
        'user-agent': 'test',
        'x-forwarded-proto': 'http',
      },
      requestContext: {
        accountId: '000000000000',
        apiId: 'local',
        domainName: 'local.execute-api.us-east-1.amazonaws.com',
        domainPrefix: 'local',
        http: {
          method: 'GET',
          path: '/api/streamers/a b',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'test',
        },
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
        routeKey: '$default',
        stage: '$default',
        time: expect.any(String),
        timeEpoch: expect.any(Number),
      },
      isBase64Encoded: false,
    });
  });

  it('has its path decoded once, up to a question mark in it', async () => {
    const pathOf = async (path: string) => (await toEvent(new Request(SITE + path))).rawPath;
    expect(await pathOf('/api/fans/L%C3%BCfter/100%25')).toBe('/api/fans/Lüfter/100%');
    expect(await pathOf('/api/fans/a%2Fb')).toBe('/api/fans/a/b');
    expect(await pathOf('/api/streamers/me%3Flimit=1?limit=2')).toBe('/api/streamers/me');
  });

  it('has header names in lower case, with values of one name joined', async () => {
    const headers = new Headers([
      ['X-Fan', 'a'],
      ['x-fan', 'b'],
    ]);
    const { headers: sent } = await toEvent(new Request(`${SITE}/api/streamers`, { headers }));
    expect(sent['x-fan']?.replaceAll(' ', '')).toBe('a,b');
  });

  it('has no query and body when there are none', async () => {
    const event = await toEvent(new Request(`${SITE}/api/streamers`));
    expect(event).toMatchObject({ rawQueryString: '', isBase64Encoded: false });
    expect(event).not.toHaveProperty('queryStringParameters');
    expect(event).not.toHaveProperty('body');
  });

  it('joins repeated query parameters', async () => {
    const event = await toEvent(new Request(`${SITE}/api/streamers?tag=a&tag=b`));
    expect(event.queryStringParameters).toEqual({ tag: 'a,b' });
    expect(event.rawQueryString).toBe('tag=a&tag=b');
  });

  it('separates cookies from headers', async () => {
    const event = await toEvent(new Request(`${SITE}/api/streamers`, { headers: { cookie: 'a=1; b=2' } }));
    expect(event.cookies).toEqual(['a=1', 'b=2']);
    expect(event.headers).not.toHaveProperty('cookie');
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'text/plain', 'application/problem+json'])(
    'contains %s as text',
    async (type) => {
      const event = await toEvent(post('{"title":"Lüfter 🌀"}', type));
      expect(event).toMatchObject({ body: '{"title":"Lüfter 🌀"}', isBase64Encoded: false });
    },
  );

  it.each(['video/webm', 'multipart/form-data; boundary=x', 'application/octet-stream'])(
    'contains %s as base64',
    async (type) => {
      const bytes = Uint8Array.of(0, 255, 128, 10, 13);
      const event = await toEvent(post(bytes, type));
      expect(event).toMatchObject({ body: 'AP+ACg0=', isBase64Encoded: true });
    },
  );
});

describe('the Lambda for a request', () => {
  it('is the one of its feature', () => {
    expect(lambdaFor('GET', '/api/auth')).toBe('accounts');
    expect(lambdaFor('POST', '/api/streaming/start/a/b')).toBe('publishing');
    expect(lambdaFor('GET', '/api/openapi.json')).toBe('api');
  });

  it('is the one of the exact route before that of its feature', () => {
    expect(lambdaFor('PATCH', '/api/streamers/status')).toBe('publishing');
    expect(lambdaFor('GET', '/api/streamers/status')).toBe('api');
  });

  it('is the one of a route with a parameter of the same length', () => {
    expect(lambdaFor('GET', '/api/browser-stream/01KA/live.m3u8')).toBe('playlists');
    const others = ['/01KA', '/01KA/live.m3u8/x', '/live.m3u8', '//live.m3u8', '/01KA/other/live.m3u8'];
    for (const path of others) expect(lambdaFor('GET', `/api/browser-stream${path}`)).toBe('publishing');
    expect(lambdaFor('POST', '/api/browser-stream/01KA/live.m3u8')).toBe('publishing');
  });

  it.each(['/api', '/api/', '/api/nothing', '/api/streamingX', '/api//streaming', '/api/constructor'])(
    'is api without a feature: %s',
    (path) => {
      expect(lambdaFor('GET', path)).toBe('api');
    },
  );
});

describe('a request to the HTTP API', () => {
  it('is answered by one Lambda', async () => {
    const { response, calls } = await through(post('{}', 'application/json'), {
      statusCode: 409,
      headers: { 'content-type': 'application/json', 'x-total-count': '3' },
      cookies: ['a=1; Path=/', 'b=2'],
      body: '{"code":"conflict"}',
    });
    expect(calls.map(({ name }) => name)).toEqual(['publishing']);
    expect(response.status).toBe(409);
    expect(response.headers.get('x-total-count')).toBe('3');
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2']);
    expect(await response.json()).toEqual({ code: 'conflict' });
  });

  it('gets bytes from a base64 answer, and nothing from an empty one', async () => {
    const request = () => new Request(`${SITE}/api/streamers`);
    const bytes = await through(request(), { statusCode: 200, body: 'AP+ACg0=', isBase64Encoded: true });
    expect([...new Uint8Array(await bytes.response.arrayBuffer())]).toEqual([0, 255, 128, 10, 13]);
    const none = await through(request(), { statusCode: 204, body: '' });
    expect([none.response.status, none.response.body]).toEqual([204, null]);
  });

  it('above a Lambda’s limit is refused without calling it', async () => {
    const { response, calls } = await through(post('x'.repeat(6 * 1024 * 1024 + 1), 'application/json'));
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ message: 'Request Entity Too Large' });
    expect(calls).toEqual([]);
  });

  it('is measured as JSON, with all that is in its event', async () => {
    const quotes = '"'.repeat(3.1 * 1024 * 1024);
    expect((await through(post(quotes, 'text/plain'))).response.status).toBe(413);
    const most = 6 * 1024 * 1024 - 2;
    expect((await through(post('x'.repeat(most), 'text/plain'))).response.status).toBe(413);
  });

  it('with more than 10,240 bytes of address and headers is refused without calling it', async () => {
    const asked = (bytes: number) =>
      through(new Request(`${SITE}/api/streamers`, { headers: { 'x-long': 'a'.repeat(bytes) } }));
    expect((await asked(10_000)).response.status).toBe(200);
    const { response, calls } = await asked(10_240);
    expect([response.status, calls]).toEqual([431, []]);
  });

  it('is answered with 500 when the result is above a Lambda’s limit', async () => {
    const request = () => new Request(`${SITE}/api/streamers`);
    const answered = async (bytes: number) =>
      (await through(request(), { statusCode: 200, body: 'x'.repeat(bytes) })).response.status;
    expect([await answered(6_000_000), await answered(6 * 1024 * 1024)]).toEqual([200, 500]);
  });

  it('is answered with 503 after thirty seconds', async () => {
    vi.useFakeTimers();
    const never: Invoke = () => new Promise(() => {});
    const answer = httpApi(new Request(`${SITE}/api/streamers`), never);
    await vi.advanceTimersByTimeAsync(30_000);
    vi.useRealTimers();
    expect((await answer).status).toBe(503);
  });

  it('is measured in base64 when it is sent as such', async () => {
    const size = 4.6 * 1024 * 1024;
    const binary = await through(post(new Uint8Array(size), 'video/webm'));
    const text = await through(post('x'.repeat(size), 'application/json'));
    expect([binary.response.status, text.response.status]).toEqual([413, 200]);
  });

  it('is answered with 503 when too many wait for its Lambda', async () => {
    const request = new Request(`${SITE}/api/streamers`);
    const response = await httpApi(request, () => Promise.reject(new ThrottledError('5000 wait')));
    expect(response.status).toBe(503);
  });

  it('is answered with 500 without the cause when its Lambda fails', async () => {
    const failing: Invoke = () => Promise.reject(new Error('secret inner workings'));
    const response = await httpApi(new Request(`${SITE}/api/streamers`), failing);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ message: 'Internal Server Error' });
  });
});
