import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '#functions/http/app.ts';
import { cdnCheck, VIEWER_ADDRESS_HEADER } from '#functions/http/cdn.ts';
import { featureApp } from '#functions/http/route.ts';
import { rateRefusal } from '#functions/limits/rate-counter.ts';
import { ApiError } from '#shared/base/api-error.ts';
import { contract } from '#shared/contract.ts';
import type { RouteContract } from '#shared/base/route.ts';
import * as z from 'zod/mini';

const counted: string[][] = [];
let isRefused = false;
let isThrottled = false;
const rates = {
  count: async (kind: 'read' | 'sign-up' | string, who: string) => {
    counted.push([kind, who]);
    if (isThrottled) throw new Error('throttled');
    if (isRefused) throw rateRefusal('sign-up', 90_000);
  },
};
beforeEach(() => {
  counted.length = 0;
  isRefused = false;
  isThrottled = false;
});

const ROUTES = {
  'GET /open': { summary: '', access: 'public', response: z.string() },
  'GET /optional': { summary: '', access: 'optional', response: z.string() },
  'GET /own': { summary: '', access: 'signed-in', response: z.string() },
  'POST /join': { summary: '', access: 'public', counts: 'sign-up', response: z.string() },
  'POST /own': { summary: '', access: 'signed-in', response: z.string() },
  'POST /optional': { summary: '', access: 'optional', counts: 'view', response: z.string() },
  'PUT /media': {
    summary: '',
    access: 'signed-in',
    bytes: { types: [''], maxBytes: 1, tooLarge: 'segment_too_large' },
    response: z.string(),
  },
} as const satisfies Record<string, RouteContract>;

function anApp() {
  const done = async () => 'done';
  const feature = featureApp(ROUTES, {
    'GET /open': done,
    'GET /optional': done,
    'GET /own': done,
    'POST /join': done,
    'POST /own': done,
    'POST /optional': done,
    'PUT /media': done,
  });
  return createApp(async (token) => ({ id: 'ADA', sessionId: token }), [feature], cdnCheck(''), rates);
}

async function ask(
  name: keyof typeof ROUTES | `HEAD /${string}`,
  headers: Readonly<Record<string, string>> = {},
) {
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const [method, path] = name.split(' ');
  const sent = { [VIEWER_ADDRESS_HEADER]: '2001:db8::7', ...headers };
  const answer = await anApp().request(`/api${path}`, { method: method!, headers: sent });
  write.mockRestore();
  return answer;
}

const NETWORK = '2001:db8:0:0::/64';
const TOKEN = { authorization: 'Bearer token' };

describe('the rate limit by address', () => {
  it.each([
    ['as a read on a public route', 'GET /open', {}, [['read', NETWORK]]],
    ['as a read without a token on a route that takes one', 'GET /optional', {}, [['read', NETWORK]]],
    ['not with a token', 'GET /optional', TOKEN, []],
    ['not to its own pages', 'GET /own', TOKEN, []],
    ['as what the contract says', 'POST /join', {}, [['sign-up', NETWORK]]],
    ['a change by its person instead', 'POST /own', TOKEN, [['change', 'ADA']]],
    ['a change by its person where somebody is known', 'POST /optional', TOKEN, [['change', 'ADA']]],
    ['a file by its person', 'PUT /media', TOKEN, [['file', 'ADA']]],
    ['HEAD as GET', 'HEAD /open', {}, [['read', NETWORK]]],
    ['HEAD as no change', 'HEAD /own', TOKEN, []],
  ] as const)('counts %s', async (_what, name, headers, expected) => {
    expect((await ask(name, headers)).status).toBe(200);
    expect(counted).toEqual(expected);
  });

  it('refuses in the common form, with words and a retry header', async () => {
    isRefused = true;
    const answer = await ask('POST /join');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '90']);
    expect(ApiError.parse(await answer.json())).toMatchObject({
      code: 'too_many_requests',
      detail: 'Too many accounts were created from your network. Please try again in 2 minutes.',
    });
  });
});

it('a rate limit that cannot be counted refuses no read, and every sign-up', async () => {
  isThrottled = true;
  expect((await ask('GET /open')).status).toBe(200);
  expect((await ask('POST /own', TOKEN)).status).toBe(200);
  expect((await ask('POST /join')).status).toBe(500);
});

it('every route without a token has a rate limit', () => {
  const open = Object.entries<RouteContract>(contract).filter(
    ([name, { access }]) => access !== 'signed-in' && !name.startsWith('GET '),
  );
  expect(open.length).toBeGreaterThan(4);
  const uncounted = open.filter(([, { counts }]) => counts === undefined).map(([name]) => name);
  // It touches nothing, and each instance takes so many of all together (`functions/playback/playback.routes.ts`).
  expect(uncounted).toEqual(['POST /playback/failures']);
});
