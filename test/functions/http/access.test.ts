import { createServer } from 'node:http';
import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TokenOptions } from '../../../functions/http/token-verifier.ts';
import { listen } from '../../../infra/local/system/listen.ts';
import { contract, type RouteName } from '../../../shared/contract.ts';
import type { RouteContract } from '../../../shared/base/route.ts';
import { AccountsPool } from '../../support/handlers/accounts-pool.ts';
import { expectError } from '../../support/handlers/contract-checks.ts';
import {
  addressOf,
  startLocalApi,
  type ApiRequest,
  type LocalApi,
  type TestUser,
} from '../../support/handlers/local-api.ts';

const DAY_MS = 24 * 60 * 60_000;
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
  const { IdToken, RefreshToken } = await site.pool.signIn(ada.id);
  site.pool.wait(-DAY_MS - 1000);
  const { AccessToken: expired } = await site.pool.signIn(ada.id);
  site.pool.wait(DAY_MS + 1000);
  const [header = '', claims = '', signature = ''] = ada.token.split('.');
  const other = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
  const changed = Buffer.from(JSON.stringify({ ...other, username: '0'.repeat(26) })).toString('base64url');
  const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
  return {
    garbage: 'garbage',
    'three parts of garbage': 'a.b.c',
    'an id token': IdToken,
    'a refresh token': RefreshToken,
    expired,
    'of another pool': await tokenOfAnotherPool(),
    'signed by somebody else’s key': await forged(other),
    'with changed claims': [header, changed, signature].join('.'),
    'without signature': `${unsigned}.${claims}.`,
    'signed with the public key as a secret': await signedWithPublicKey(other),
  };
}

async function tokenOfAnotherPool(): Promise<string> {
  const pool = new AccountsPool();
  await pool.start();
  try {
    await pool.addUser(ada.id);
    return (await pool.signIn(ada.id)).AccessToken;
  } finally {
    await pool.remove();
  }
}

/** These claims under a key of ours that bears the pool's key id. */
async function forged(claims: Record<string, unknown>): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256');
  const { kid = '' } = JSON.parse(Buffer.from(ada.token.split('.')[0] ?? '', 'base64url').toString());
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
}

/** What a verifier that lets the token choose the algorithm would take (RFC 8725 §2.1). */
async function signedWithPublicKey(claims: Record<string, unknown>): Promise<string> {
  const response = await fetch(site.pool.accounts.jwksUri);
  const { keys } = (await response.json()) as { keys: [{ kid: string; n: string }] };
  const [{ kid, n }] = keys;
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(Buffer.from(n, 'base64url'));
}

function call(name: RouteName, request: ApiRequest) {
  const { method, path } = addressOf(name);
  const route: RouteContract = contract[name];
  return site.api(method, path, { ...request, ...(route.body && { body: {} }) });
}

describe.each(signedInRoutes)('%s', (name) => {
  it('asks those without a token to log in, before it looks at what they sent', async () => {
    expect(expectError(await call(name, {}), 'unauthenticated')).toBe(PLEASE);
  });

  it.each(['Basic YWRhOnNlY3JldA==', 'Bearer', 'Bearer ', 'Bearer two words', 'bearer: token', ''])(
    'takes no other authorization: %j',
    async (authorization) => {
      const answer = await call(name, { headers: { authorization } });
      expect(expectError(answer, 'unauthenticated')).toBe(PLEASE);
    },
  );

  it('refuses every token that is not a valid access token of this pool', async () => {
    expect(Object.keys(tokens)).toHaveLength(10);
    for (const [kind, token] of Object.entries(tokens)) {
      expect(expectError(await call(name, { token }), 'unauthenticated'), kind).toBe(ENDED);
    }
  });

  it('lets the bearer of a valid one in', async () => {
    const answer = await call(name, { token: ada.token });
    expect(answer.status, JSON.stringify(answer.body)).not.toBe(401);
  });
});

describe('public routes', () => {
  it.each(publicRoutes)('%s does not care for a token', async (name) => {
    const [without, withOne] = [await call(name, {}), await call(name, { token: 'garbage' })];
    expect(withOne.status).toBe(without.status);
    expect(withOne.status).not.toBe(401);
  });
});

describe.each(optionalRoutes)('%s', (name) => {
  it('lets those without a token in, and the bearer of a valid one', async () => {
    for (const request of [{}, { token: ada.token }])
      expect((await call(name, request)).status).not.toBe(401);
  });

  it('refuses what is no valid token, so that nobody takes the public’s view for their own', async () => {
    for (const [kind, token] of Object.entries(tokens)) {
      expect(expectError(await call(name, { token }), 'unauthenticated'), kind).toBe(ENDED);
    }
    const headers = { authorization: 'Basic YWRhOnNlY3JldA==' };
    expect(expectError(await call(name, { headers }), 'unauthenticated')).toBe(PLEASE);
  });
});

describe('the verifier of tokens', () => {
  const verifier = async (change: Partial<TokenOptions>) => {
    const { tokenAuthenticator } = await import('../../../functions/http/token.ts');
    const { issuer, jwksUri: keysUrl, userPoolClientId: clientId } = site.pool.accounts;
    return tokenAuthenticator({ issuer, keysUrl, clientId, ...change });
  };

  it('knows whose a token is', async () => {
    const authenticate = await verifier({});
    await expect(authenticate(ada.token)).resolves.toEqual({ id: ada.id, token: ada.token });
  });

  it.each([{ clientId: 'another' }, { issuer: 'https://elsewhere.example/pool' }])(
    'refuses tokens that were made for others: %o',
    async (change) => {
      const authenticate = await verifier(change);
      await expect(authenticate(ada.token)).rejects.toMatchObject({ code: 'unauthenticated' });
    },
  );

  it.each(['/nowhere', '/'])(
    'logs nobody out when the keys cannot be fetched: the fault is ours (%s)',
    async (path) => {
      const authenticate = await verifier({ keysUrl: site.pool.accounts.endpoint + path });
      await expect(authenticate(ada.token)).rejects.not.toHaveProperty('code', 'unauthenticated');
    },
  );

  it('fetches the keys once', async () => {
    const keys = await (await fetch(site.pool.accounts.jwksUri)).text();
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.end(keys);
    });
    const { endpoint, close } = await listen(server, { host: '127.0.0.1', port: 0 });
    const authenticate = await verifier({ keysUrl: endpoint });
    for (let n = 0; n < 3; n++) await authenticate(ada.token);
    await close();
    expect(requests).toBe(1);
  });
});
