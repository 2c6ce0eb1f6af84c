import { decodeJwt, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSigner } from '../../../functions/base/signed.ts';
import { contract, type RouteName } from '../../../shared/contract.ts';
import type { RouteContract } from '../../../shared/base/route.ts';
import { expectError } from '../../support/api/contract-checks.ts';
import {
  startLocalApi,
  addressOf,
  TOKEN_KEY,
  type ApiRequest,
  type LocalApi,
  type TestUser,
} from '../../support/api/local-api.ts';

const DAY_MS = 24 * 60 * 60_000;
const LIFE_S = 15 * 60;
const PLEASE = 'Please log in.';
const ENDED = 'Your session has ended. Please log in again.';

const routes = Object.entries<RouteContract>(contract) as [RouteName, RouteContract][];
const signedInRoutes = routes.filter(([, { access }]) => access === 'signed-in').map(([name]) => name);
const optionalRoutes = routes.filter(([, { access }]) => access === 'optional').map(([name]) => name);
const publicRoutes = routes.filter(([, { access }]) => access === 'public').map(([name]) => name);

let site: LocalApi;
let ada: TestUser;
let tokens: Record<string, string>;

beforeAll(async () => {
  site = await startLocalApi();
  ada = await site.aUser();
  tokens = await badTokens();
});
afterAll(() => site.close());

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

function call(name: RouteName, request: ApiRequest) {
  const { method, path } = addressOf(name);
  const route: RouteContract = contract[name];
  return site.api(method, path, { ...request, ...(route.body && { body: {} }) });
}

describe.each(signedInRoutes)('%s', (name) => {
  // spec: 6.2
  it('answers 401 without a token, before it reads the request', async () => {
    expect(expectError(await call(name, {}), 'unauthenticated')).toBe(PLEASE);
  });

  it.each(['Basic YWRhOnNlY3JldA==', 'Bearer', 'Bearer ', 'Bearer two words', 'bearer: token', ''])(
    'refuses another authorization: %j',
    async (authorization) => {
      const answer = await call(name, { headers: { authorization } });
      expect(expectError(answer, 'unauthenticated')).toBe(PLEASE);
    },
  );

  it('refuses every token that is not a valid access token', async () => {
    expect(Object.keys(tokens)).toHaveLength(11);
    for (const [kind, token] of Object.entries(tokens)) {
      expect(expectError(await call(name, { token }), 'unauthenticated'), kind).toBe(ENDED);
    }
  });

  it('accepts a valid token', async () => {
    // Some end the session that they are called by.
    const { token } = /logout|sessions/.test(name) ? await site.aUser() : ada;
    const answer = await call(name, { token });
    expect(answer.status, JSON.stringify(answer.body)).not.toBe(401);
  });
});

describe('a public route', () => {
  // What a refresh asks for is a cookie.
  // spec: 6.2
  it.each(publicRoutes.filter((name) => name !== 'POST /auth/refresh'))('%s ignores tokens', async (name) => {
    const [without, withOne] = [await call(name, {}), await call(name, { token: 'garbage' })];
    expect(withOne.status).toBe(without.status);
    expect(withOne.status).not.toBe(401);
  });
});

describe.each(optionalRoutes)('%s', (name) => {
  it('accepts requests without a token and with a valid one', async () => {
    const { token } = await site.aUser();
    for (const request of [{}, { token }]) expect((await call(name, request)).status).not.toBe(401);
  });

  it('refuses an invalid token, so that no user mistakes the public view for their own', async () => {
    for (const [kind, token] of Object.entries(tokens)) {
      expect(expectError(await call(name, { token }), 'unauthenticated'), kind).toBe(ENDED);
    }
    const headers = { authorization: 'Basic YWRhOnNlY3JldA==' };
    expect(expectError(await call(name, { headers }), 'unauthenticated')).toBe(PLEASE);
  });
});

describe('an access token', () => {
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
