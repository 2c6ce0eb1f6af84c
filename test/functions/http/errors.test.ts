import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../../functions/http/app.ts';
import type { Env } from '../../../functions/http/context.ts';
import { DomainError } from '../../../functions/base/errors.ts';
import { contract } from '../../../shared/contract.ts';
import { errorStatus, type ErrorCode } from '../../../shared/base/errors.ts';
import type { RouteContract } from '../../../shared/base/route.ts';
import { PASSWORD } from '../../support/api/accounts-pool.ts';
import { expectError, expectSuccess } from '../../support/api/contract-checks.ts';
import { addressOf, startLocalApi, type ApiRequest, type LocalApi } from '../../support/api/local-api.ts';

let site: LocalApi;
beforeAll(async () => {
  site = await startLocalApi();
});
afterAll(() => site.close());

const NOTHING_HERE = 'There is nothing at this address.';
const bodyRoutes = Object.entries<RouteContract>(contract).flatMap(
  ([name, { body, access, bodyIsOptional = false }]) =>
    body ? [{ name, isSignedIn: access === 'signed-in', bodyIsOptional }] : [],
);

describe('what is at no address of the API', () => {
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
    ['POST', '/streaming%2Fstart'],
  ])('%s %s is not found, in the one form of errors', async (method, path) => {
    expect(expectError(await site.api(method, path), 'not_found')).toBe(NOTHING_HERE);
  });
});

describe('every route of the contract', () => {
  it.each(Object.entries<RouteContract>(contract))('is at its address: %s', async (name, route) => {
    const { method, path } = addressOf(name);
    const { body } = await site.api(method, path, route.body && { body: '{' });
    expect(body ?? {}).not.toHaveProperty('detail', NOTHING_HERE);
  });
});

describe.each(bodyRoutes)('$name', ({ name, isSignedIn, bodyIsOptional }) => {
  let token: string | undefined;
  beforeAll(async () => {
    token = isSignedIn ? (await site.aUser()).token : undefined;
  });
  const send = (request: ApiRequest) => {
    const { method, path } = addressOf(name);
    return site.api(method, path, { token, ...request });
  };

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
    '',
  ])('takes JSON alone, not %j', async (type) => {
    const answer = await send({ body: '{}', headers: { 'content-type': type } });
    expect(expectError(answer, 'unsupported_media_type')).toBe('Send the body as application/json.');
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON ;charset=UTF-8'])(
    'takes %j',
    async (type) => {
      const answer = await send({ body: '{"no_such_field":1}', headers: { 'content-type': type } });
      expectError(answer, 'invalid_request');
    },
  );

  const broken = ['{', '{"username": ada}', "{'a': 1}", '\u0000', '{"a":1}{"b":2}'];
  it.each(bodyIsOptional ? broken : ['', ...broken])('says that broken JSON is broken: %j', async (body) => {
    const answer = await send({ body, headers: { 'content-type': 'application/json' } });
    expect(expectError(answer, 'invalid_request')).toBe('The body is not valid JSON.');
  });

  it.each(['[]', '[{"username":"ada"}]', 'null', '"text"', '7', 'true'])(
    'wants an object: %s',
    async (body) => {
      const answer = await send({ body });
      expect(expectError(answer, 'invalid_request')).toBe('The body must be a JSON object.');
    },
  );

  it('refuses fields that it does not know, and repeats little of their names', async () => {
    const long = `x${'y'.repeat(1000)}`;
    const words = expectError(await send({ body: { '<b>\n': 1, [long]: 1 } }), 'invalid_request');
    expect(words).not.toMatch(/[<\n]|y{50}/);
    expect(words.length).toBeLessThan(600);
  });

  it.each(['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}'])(
    'lets nobody reach into prototypes: %s',
    async (body) => {
      expectError(await send({ body }), 'invalid_request');
      expect({}).not.toHaveProperty('isAdmin');
    },
  );

  it('answers a body of 5 MiB with little work', async () => {
    const body = JSON.stringify({ title: 'x'.repeat(5 * 1024 * 1024), tags: [] });
    const before = process.cpuUsage();
    expectError(await send({ body }), 'invalid_request');
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1000);
  });
});

describe('a body with prototype keys beside good ones', () => {
  it.each(['__proto__', 'constructor', 'prototype'])('makes no account: %s', async (key) => {
    const fields = `"username":"sneaky","email":"sneaky@fans.example","password":"${PASSWORD}"`;
    const answer = await site.api('POST', '/auth/signup', { body: `{${fields},"${key}":{"isAdmin":true}}` });
    expectError(answer, 'invalid_request');
    expectError(await site.api('GET', '/streamers/sneaky'), 'not_found');
  });
});

async function nobodyAsks(): Promise<never> {
  throw new Error('Nobody asks who calls');
}

describe('an error', () => {
  /** An app whose one feature throws. */
  async function thrown(error: unknown): Promise<{ response: Response; log: string[] }> {
    const write = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
    const feature = new Hono<Env>();
    feature.get('/broken', () => {
      throw error;
    });
    const app = createApp(nobodyAsks, [feature]);
    const context = { lambdaContext: { awsRequestId: 'request-1' } as never };
    const response = await app.request('/api/broken', {}, context);
    const log = write.mock.calls.map(([line]) => String(line));
    write.mockRestore();
    return { response, log };
  }

  it.each(Object.keys(errorStatus) as ErrorCode[])('%s has its one status and the one form', async (code) => {
    const { response } = await thrown(new DomainError(code, 'Words.'));
    expect(response.status).toBe(errorStatus[code]);
    expect(await response.json()).toEqual({ code, detail: 'Words.', request_id: 'request-1' });
  });

  it('that nobody expected says nothing of its cause to the caller, and everything to the log', async () => {
    const error = new TypeError('secret inner workings', { cause: new Error('deeper') });
    const { response, log } = await thrown(error);
    expect(response.status).toBe(500);
    const detail = 'Something went wrong on our side. Please try again.';
    expect(await response.json()).toEqual({ code: 'internal', detail, request_id: 'request-1' });
    const [line] = log.map((text) => JSON.parse(text));
    expect(line).toMatchObject({
      level: 'error',
      request_id: 'request-1',
      error: { name: 'TypeError', message: 'secret inner workings', cause: { message: 'deeper' } },
    });
  });

  it('that may pass says when to try again', async () => {
    const { response } = await thrown(new DomainError('unavailable', 'Busy.', { retryAfterS: 5 }));
    expect(response.headers.get('retry-after')).toBe('5');
  });

  it('of a person’s making is not logged as a fault', async () => {
    const { log } = await thrown(new DomainError('invalid_request', 'Title is required.'));
    expect(log.map((text) => JSON.parse(text).level)).toEqual(['info']);
  });
});

describe('every answer', () => {
  it('of a signed-in person is private, and of the public is what the contract says', async () => {
    const { token } = await site.aUser();
    expectSuccess('GET /auth/me', await site.api('GET', '/auth/me', { token }));
    expectSuccess('GET /streaming/status', await site.api('GET', '/streaming/status', { token }));
    expectSuccess('GET /streamers', await site.api('GET', '/streamers', { token }));
    expectSuccess('GET /categories', await site.api('GET', '/categories', { token }));
  });

  it('that failed carries the id under which the log knows the request', async () => {
    site.log.clear();
    const answer = await site.api('GET', '/streamers/nobody_here');
    const { request_id } = answer.body as { request_id: string };
    expect(site.log.entries()).toEqual([
      expect.objectContaining({ request_id, status: 404, route: '/api/streamers/:username', method: 'GET' }),
    ]);
  });
});
