import { decodeJwt, jwtVerify, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createSigner } from '#functions/base/signed.ts';
import { contract, type RouteName } from '#shared/contract.ts';
import type { RouteContract } from '#shared/base/route.ts';
import { localApi, addressOf, TOKEN_KEY, type ApiRequest } from '#test/support/api/local-api.ts';

const DAY_MS = 24 * 60 * 60_000;
const LIFE_S = 15 * 60;
const PLEASE = 'Please log in.';
const ENDED = 'Your session has ended. Please log in again.';

const routes = Object.entries<RouteContract>(contract) as [RouteName, RouteContract][];
const signedInRoutes = routes.filter(([, { access }]) => access === 'signed-in').map(([name]) => name);
const optionalRoutes = routes.filter(([, { access }]) => access === 'optional').map(([name]) => name);
const publicRoutes = routes.filter(([, { access }]) => access === 'public').map(([name]) => name);

/** Tokens of every kind that must open nothing. */
async function badTokens(): Promise<Record<string, string>> {
  const { AccessToken, IdToken, RefreshToken } = await site.pool.signIn(ada.id);
  const [header = '', claims = '', signature = ''] = ada.token.split('.');
  const own = decodeJwt(ada.token);
  const changed = encoded({ ...own, sub: '0'.repeat(26) });
  const aDayAgo = createSigner(TOKEN_KEY, () => Date.now() - DAY_MS);
  return {
    garbage: 'garbage',
    'three parts of garbage': 'a.b.c',
    'Cognito’s access token': AccessToken,
    'Cognito’s id token': IdToken,
    'Cognito’s refresh token': RefreshToken,
    expired: aDayAgo.sign('access', own, LIFE_S),
    'signed by somebody else’s key': createSigner('another key').sign('access', own, LIFE_S),
    'with changed claims': [header, changed, signature].join('.'),
    'with a part too many': `${ada.token}.${signature}`,
    'without signature': `${encoded({ alg: 'none' })}.${claims}.`,
    'of another kind': await new SignJWT(own)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(Buffer.from(TOKEN_KEY)),
  };
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const site = await localApi();
const ada = await site.aUser();
const tokens = await badTokens();

function call(name: RouteName, request: ApiRequest) {
  const { method, path } = addressOf(name);
  const route: RouteContract = contract[name];
  return site.api(method, path, { ...request, ...(route.body && { body: {} }) });
}

/** The routes whose answer to this request is not the expected refusal. */
async function notRefusing(
  names: readonly RouteName[],
  request: ApiRequest,
  detail: string,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const name of names) {
    const answer = await call(name, request);
    const body = answer.body as { readonly code?: string; readonly detail?: string } | undefined;
    if (answer.status !== 401 || body?.code !== 'unauthenticated' || body.detail !== detail) wrong.push(name);
  }
  return wrong;
}

/** The routes that answer 401 to this request. */
async function refusing(names: readonly RouteName[], request: () => Promise<ApiRequest>): Promise<string[]> {
  const wrong: string[] = [];
  for (const name of names) if ((await call(name, await request())).status === 401) wrong.push(name);
  return wrong;
}

const SAMPLES = ['GET /auth/me', 'GET /videos'] as const;

describe('routes for signed-in users', () => {
  // spec: 6.2
  it('answer 401 without a token, before they read the request', async () => {
    expect(signedInRoutes.length).toBeGreaterThan(50);
    expect(await notRefusing(signedInRoutes, {}, PLEASE)).toEqual([]);
  });

  it('refuse an expired token', async () => {
    expect(await notRefusing(signedInRoutes, { token: tokens['expired']! }, ENDED)).toEqual([]);
  });

  it('accept a valid token', async () => {
    const [ofAccounts, others] = [true, false].map((isOfAccounts) =>
      signedInRoutes.filter((name) => / \/auth\//.test(name) === isOfAccounts),
    ) as [RouteName[], RouteName[]];
    // Some end the session that they are called by.
    const withNew = async () => ({ token: (await site.aUser()).token });
    expect(await refusing(ofAccounts, withNew)).toEqual([]);
    const one = await withNew();
    expect(await refusing(others, async () => one)).toEqual([]);
  });

  it.each(['Basic YWRhOnNlY3JldA==', 'Bearer', 'Bearer ', 'Bearer two words', 'bearer: token', ''])(
    'refuse another authorization: %j',
    async (authorization) => {
      expect(await notRefusing(['GET /auth/me'], { headers: { authorization } }, PLEASE)).toEqual([]);
    },
  );
});

describe('routes for everybody', () => {
  // What a refresh asks for is a cookie.
  // spec: 6.2
  it('ignore tokens', async () => {
    const names = publicRoutes.filter((name) => name !== 'POST /auth/refresh');
    expect(await refusing(names, () => Promise.resolve({ token: 'garbage' }))).toEqual([]);
  });
});

describe('routes that answer signed-in users differently', () => {
  it('accept requests without a token and with a valid one', async () => {
    expect(await refusing(optionalRoutes, () => Promise.resolve({}))).toEqual([]);
    expect(await refusing(optionalRoutes, async () => ({ token: (await site.aUser()).token }))).toEqual([]);
  });

  it('refuse an expired token, so that no user mistakes the public view for their own', async () => {
    expect(await notRefusing(optionalRoutes, { token: tokens['expired']! }, ENDED)).toEqual([]);
    const headers = { authorization: 'Basic YWRhOnNlY3JldA==' };
    expect(await notRefusing(optionalRoutes, { headers }, PLEASE)).toEqual([]);
  });
});

it('a token that the site did not sign for access is refused', async () => {
  expect(Object.keys(tokens)).toHaveLength(11);
  for (const [kind, token] of Object.entries(tokens))
    expect(await notRefusing(SAMPLES, { token }, ENDED), kind).toEqual([]);
});

describe('a session token', () => {
  it('stays valid after one change of the signing key', () => {
    const token = createSigner('old').sign('access', { sub: ada.id }, LIFE_S);
    expect(createSigner('new,old').verify('access', token)).toMatchObject({ sub: ada.id });
    expect(createSigner('newer,new').verify('access', token)).toBeNull();
  });

  it('is a standard JWT (RFC 7519)', async () => {
    const { payload, protectedHeader } = await jwtVerify(ada.token, Buffer.from(TOKEN_KEY), {
      algorithms: ['HS256'],
      typ: 'access+jwt',
    });
    expect(protectedHeader.alg).toBe('HS256');
    expect(payload.sub).toBe(ada.id);
  });

  it('is never signed without a key', () => {
    expect(() => createSigner('')).toThrow('no key');
  });
});

it.each(routes)('a page of another origin reads %s if anybody may', async (name, { access }) => {
  const { method, path } = addressOf(name);
  const { headers } = await site.api(method, path);
  const isOpen = method === 'GET' && access !== 'signed-in';
  expect(headers.get('access-control-allow-origin')).toBe(isOpen ? '*' : null);
});
