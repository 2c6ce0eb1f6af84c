import { Hono } from 'hono';
import { describe, expect, it, vi } from 'vitest';
import { createApp } from '#functions/http/app.ts';
import type { Env } from '#functions/http/context.ts';
import { DomainError, unavailable } from '#functions/base/errors.ts';
import { contract } from '#shared/contract.ts';
import type { ApiError } from '#shared/base/api-error.ts';
import { errorStatus, type ErrorCode } from '#shared/base/errors.ts';
import type { RouteContract } from '#shared/base/route.ts';
import { awsFailure, cancelled } from '#test/support/stand-ins/aws-failure.ts';
import { PASSWORD } from '#test/support/api/accounts-pool.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, addressOf, type ApiRequest } from '#test/support/api/local-api.ts';

const ROUTES_OF_A_PERSON = 30;

const site = await localApi();

const NOTHING_HERE = 'There is nothing at this address.';
const bodyRoutes = Object.entries<RouteContract>(contract).flatMap(
  ([name, { body, access, bodyIsOptional = false }]) =>
    body ? [{ name, isSignedIn: access === 'signed-in', bodyIsOptional }] : [],
);

describe('an unknown address', () => {
  it.each([
    ['GET', '/nothing'],
    ['GET', '/'],
    ['GET', '/auth'],
    ['GET', '/auth/nothing'],
    ['GET', '/streaming/'],
    ['GET', '/streamers/a/b'],
    ['DELETE', '/streamers'],
    ['GET', '/auth/login'],
    ['PUT', '/streaming/start'],
    ['GET', '/constructor'],
    ['GET', '/__proto__'],
    // HTTP APIs decode a path once.
    ['POST', '/streaming%252Fstart'],
  ])('answers %s %s with not_found', async (method, path) => {
    expect(expectError(await site.api(method, path), 'not_found')).toBe(NOTHING_HERE);
  });
});

it('every route of the contract is at its address', async () => {
  const missing: string[] = [];
  for (const [name, route] of Object.entries<RouteContract>(contract)) {
    const { method, path } = addressOf(name);
    const { body } = await site.api(method, path, route.body && { body: '{' });
    if ((body as { detail?: string } | undefined)?.detail === NOTHING_HERE) missing.push(name);
  }
  expect(missing).toEqual([]);
});

it.each(['07', '7.0', '0x7', '7e0', '+7', '%207', '-0', ''])(
  'a number in an address has one spelling: %s',
  async (spelling) => {
    const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
    for (const path of [
      `/streamers?limit=${spelling}`,
      `/browser-stream/${id}/live/captions/${spelling || '07'}`,
    ])
      expectError(await site.api('GET', path), 'invalid_request');
    expect((await site.api('GET', '/streamers?limit=7')).status).toBe(200);
  },
);

it('every route refuses a query parameter that its contract does not have', async () => {
  const { token } = await site.aUser();
  const taken: string[] = [];
  for (const [name, { access, body }] of Object.entries<RouteContract>(contract)) {
    const { method, path } = addressOf(name);
    const request = { token: access === 'public' ? undefined : token, ...(body && { body: {} }) };
    const { status } = await site.api(method, `${path}?no_such_parameter=1`, request);
    if (status < 400) taken.push(name);
  }
  expect(taken).toEqual([]);
  const answer = await site.api('GET', '/streamers?no_such_parameter=1');
  expect(expectError(answer, 'invalid_request')).toContain('“no_such_parameter”');
});

it('every query parameter is refused when it is repeated, so that no two programs read different values', async () => {
  const { token } = await site.aUser();
  const taken: string[] = [];
  for (const [name, { access, query }] of Object.entries<RouteContract>(contract)) {
    const { method, path } = addressOf(name);
    for (const parameter of Object.keys(query?.shape ?? {})) {
      const request = { token: access === 'public' ? undefined : token };
      const address = path.replace(/live\/0+$/, 'live/main.m3u8');
      const answer = await site.api(method, `${address}?${parameter}=1&${parameter}=2`, request);
      if ((answer.body as Partial<ApiError>).reason !== 'repeated_parameter') taken.push(name);
    }
  }
  expect(taken).toEqual([]);
  const answer = await site.api('GET', '/streamers?limit=2&limit=3');
  expect(expectError(answer, 'invalid_request')).toContain('“limit”');
});

const JSON_TYPE = { 'content-type': 'application/json' };

/** What one parser refuses, whatever the route. */
const BROKEN_BODIES: readonly (ApiRequest & { readonly code: ErrorCode; readonly detail?: string })[] = [
  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonp', ''].map(
    (type) => ({
      body: '{}',
      headers: { 'content-type': type },
      code: 'unsupported_media_type' as const,
      detail: 'Send the body as application/json.',
    }),
  ),
  ...['application/json', 'application/json; charset=utf-8', 'Application/JSON ;charset=UTF-8'].map(
    (type) => ({
      body: '{"no_such_field":1}',
      headers: { 'content-type': type },
      code: 'invalid_request' as const,
    }),
  ),
  ...['{', '{"username": ada}', "{'a': 1}", '\u0000', '{"a":1}{"b":2}'].map((body) => ({
    body,
    headers: JSON_TYPE,
    code: 'invalid_request' as const,
    detail: 'The body is not valid JSON.',
  })),
  ...['[]', '[{"username":"ada"}]', 'null', '"text"', '7', 'true'].map((body) => ({
    body,
    code: 'invalid_request' as const,
    detail: 'The body must be a JSON object.',
  })),
  ...['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}'].map((body) => ({
    body,
    code: 'invalid_request' as const,
  })),
];
/** Which stand for the others on all routes but one of each kind. */
const SAMPLES = [BROKEN_BODIES[0]!, BROKEN_BODIES[6]!, BROKEN_BODIES[8]!, BROKEN_BODIES[13]!];
const WHOLE_GRID = ['POST /auth/login', 'PUT /streamers/profile'];

describe('a route with a JSON body', () => {
  const send = (name: string, token: string | undefined, request: ApiRequest) => {
    const { method, path } = addressOf(name);
    return site.api(method, path, { token, ...request });
  };

  it('refuses a body that is not the object of its contract', async () => {
    const wrong: string[] = [];
    let token = '';
    for (const [index, { name, isSignedIn }] of bodyRoutes.entries()) {
      // The rate of one person does not suffice for all routes.
      if (index % ROUTES_OF_A_PERSON === 0) ({ token } = await site.aUser());
      for (const { code, detail, ...request } of WHOLE_GRID.includes(name) ? BROKEN_BODIES : SAMPLES) {
        const answer = await send(name, isSignedIn ? token : undefined, request);
        const said = expectError(answer, code);
        if (detail !== undefined && said !== detail) wrong.push(`${name} ${String(request.body)}: ${said}`);
      }
    }
    expect(wrong).toEqual([]);
    expect({}).not.toHaveProperty('isAdmin');
  });

  it('refuses an empty body unless the body is optional', async () => {
    const { token } = await site.aUser();
    for (const { name, isSignedIn, bodyIsOptional } of bodyRoutes) {
      if (bodyIsOptional) continue;
      const answer = await send(name, isSignedIn ? token : undefined, { body: '', headers: JSON_TYPE });
      expect(expectError(answer, 'invalid_request'), name).toBe('The body is not valid JSON.');
    }
  });

  it('names unknown fields without repeating long or unsafe names', async () => {
    const { token } = await site.aUser();
    const long = `x${'y'.repeat(1000)}`;
    for (const name of WHOLE_GRID) {
      const words = expectError(
        await send(name, token, { body: { '<b>\n': 1, [long]: 1 } }),
        'invalid_request',
      );
      expect(words).not.toMatch(/[<\n]|y{50}/);
      expect(words.length).toBeLessThan(600);
    }
  });

  it('refuses a body of 5 MiB', async () => {
    const body = JSON.stringify({ username: 'x'.repeat(5 * 1024 * 1024), password: 'y' });
    expectError(await send('POST /auth/login', undefined, { body }), 'invalid_request');
  });
});

describe('a body with prototype keys beside good ones', () => {
  it.each(['__proto__', 'constructor', 'prototype'])('creates no account: %s', async (key) => {
    const fields = `"username":"sneaky","email":"sneaky@fans.example","password":"${PASSWORD}"`;
    const answer = await site.api('POST', '/auth/signup', { body: `{${fields},"${key}":{"isAdmin":true}}` });
    expectError(answer, 'invalid_request');
    expectError(await site.api('GET', '/streamers/sneaky'), 'not_found');
  });
});

async function noAuthenticator(): Promise<never> {
  throw new Error('The routes of this app are public');
}

describe('an error', () => {
  /** An app whose one feature throws. */
  async function thrown(error: unknown): Promise<{ response: Response; log: string[] }> {
    const write = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
    const feature = new Hono<Env>();
    feature.get('/broken', () => {
      throw error;
    });
    const app = createApp(noAuthenticator, [feature]);
    const context = { lambdaContext: { awsRequestId: 'request-1' } as never };
    const response = await app.request('/api/broken', {}, context);
    const log = write.mock.calls.map(([line]) => String(line));
    write.mockRestore();
    return { response, log };
  }

  it.each(Object.keys(errorStatus) as ErrorCode[])('%s has its status and the common form', async (code) => {
    const { response } = await thrown(new DomainError(code, 'not_your_picture'));
    expect(response.status).toBe(errorStatus[code]);
    expect(await response.json()).toEqual({
      code,
      detail: 'You can only use pictures that you uploaded yourself.',
      reason: 'not_your_picture',
      request_id: 'request-1',
    });
  });

  it('of an unexpected kind hides its cause from the caller and logs it', async () => {
    const error = new TypeError('secret inner workings', { cause: new Error('deeper') });
    const { response, log } = await thrown(error);
    expect(response.status).toBe(500);
    const detail = 'Something went wrong on our side. Please try again.';
    expect(await response.json()).toEqual({
      code: 'internal',
      detail,
      reason: 'internal',
      request_id: 'request-1',
    });
    const [line] = log.map((text) => JSON.parse(text));
    expect(line).toMatchObject({
      level: 'error',
      request_id: 'request-1',
      error: { name: 'TypeError', message: 'secret inner workings', cause: { message: 'deeper' } },
    });
  });

  it('of an unavailable service says when to retry', async () => {
    const { response } = await thrown(unavailable('channel_busy', undefined));
    expect(response.headers.get('retry-after')).toBe('5');
  });

  it.each([
    cancelled('None', 'ThrottlingError'),
    awsFailure('ProvisionedThroughputExceededException'),
    awsFailure('InternalServerError'),
    awsFailure('TimeoutError'),
    new Error('S3 answered nothing', { cause: awsFailure('TimeoutError') }),
    new AggregateError([awsFailure('TimeoutError'), cancelled('ThrottlingError')], '2 failed'),
  ])('of AWS that may pass is unavailable: %s', async (error) => {
    const { response, log } = await thrown(error);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(JSON.parse(log[0]!)).toMatchObject({ level: 'error' });
  });

  it.each([
    cancelled('ConditionalCheckFailed', 'ThrottlingError'),
    awsFailure('ValidationException'),
    new AggregateError([awsFailure('TimeoutError'), new TypeError('a fault')], '2 failed'),
  ])('of ours stays internal: %s', async (error) => {
    expect((await thrown(error)).response.status).toBe(500);
  });

  it('caused by the caller is not logged as a fault', async () => {
    const { log } = await thrown(new DomainError('invalid_request', 'required', { field: 'title' }));
    expect(log.map((text) => JSON.parse(text).level)).toEqual(['info']);
  });
});

describe('every answer', () => {
  it('has the cache headers and the body of the contract', async () => {
    const { token } = await site.aUser();
    expectSuccess('GET /auth/me', await site.api('GET', '/auth/me', { token }));
    expectSuccess('GET /streaming/status', await site.api('GET', '/streaming/status', { token }));
    expectSuccess('GET /streamers', await site.api('GET', '/streamers', { token }));
    expectSuccess('GET /categories', await site.api('GET', '/categories', { token }));
  });

  it('carries the request id of the log when it failed', async () => {
    site.log.clear();
    const answer = await site.api('GET', '/streamers/nobody_here');
    const { request_id } = answer.body as { request_id: string };
    expect(site.log.entries()).toEqual([
      expect.objectContaining({ request_id, status: 404, route: '/api/streamers/:username', method: 'GET' }),
    ]);
  });
});
