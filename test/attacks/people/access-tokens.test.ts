/** What a stolen or forged access token opens: on every route of the contract, its scope and nothing else. */
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { RouteContract } from '#shared/base/route.ts';
import { SCOPES, type Scope } from '#shared/plain/scopes.ts';
import { DAY_MS } from '#shared/plain/time.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type ApiAnswer, type TestUser } from '#test/support/api/local-api.ts';

const UNUSED_ID = '0'.repeat(26);

const site = await localApi();

async function tokenOf({ token, password }: TestUser, scopes: readonly Scope[]): Promise<string> {
  const expires_at = new Date(Date.now() + DAY_MS).toISOString();
  const body = { name: 'bot', scopes, expires_at, password };
  const answer = await site.api('POST', '/auth/access-tokens', { token, body });
  return expectSuccess('POST /auth/access-tokens', answer).token;
}

const guarded = Object.entries<RouteContract>(contract).filter(([, { access }]) => access !== 'public');

const reasonOf = ({ body }: ApiAnswer) => (body as { readonly reason?: string } | undefined)?.reason;

async function ask(name: string, token: string): Promise<ApiAnswer> {
  const [method = '', path = ''] = name.split(' ');
  return site.api(method, path.replaceAll(/\{\w+\}/g, UNUSED_ID), { token });
}

const isTaken = ({ scope }: RouteContract): boolean => scope !== undefined;
const routesWhere = (matches: (route: RouteContract) => boolean) =>
  guarded.flatMap(([name, route]) => (matches(route) ? [name] : []));

test('a route without a scope takes no access token', async () => {
  const token = await tokenOf(await site.aUser(), SCOPES);
  const refused = routesWhere((route) => !isTaken(route));
  for (const name of refused)
    expect([name, reasonOf(await ask(name, token))]).toEqual([name, 'no_access_tokens']);
  // Among them is all that opens or ends an account, and what others are judged by.
  const mustRefuse = /^\w+ \/(auth|reports|moderation|news|library|follows|hidden-people|pictures)\b/;
  expect(routesWhere(isTaken).filter((name) => mustRefuse.test(name))).toEqual([]);
});

test.each(SCOPES)(
  'routes of the scope %s take a token that has it, and none that has all others',
  async (scope) => {
    const ada = await site.aUser();
    const own = await tokenOf(ada, [scope]);
    const other = await tokenOf(
      ada,
      SCOPES.filter((one) => one !== scope),
    );
    const names = routesWhere((route) => route.scope === scope);
    expect(names).not.toEqual([]);
    for (const name of names) {
      expect([name, reasonOf(await ask(name, other))]).toEqual([name, 'scope_missing']);
      const answer = await ask(name, own);
      expect(answer.status, name).not.toBe(401);
      expect(['scope_missing', 'no_access_tokens'], name).not.toContain(reasonOf(answer));
    }
  },
);

test.each([
  ['another secret', (token: string) => token.slice(0, -43) + 'A'.repeat(43)],
  ['another account', (token: string) => token.replace(/[0-9A-Z]{26}/, UNUSED_ID)],
  ['no secret', (token: string) => token.slice(0, -44)],
  ['more behind it', (token: string) => `${token}A`],
])('a token with %s is refused', async (_, forge) => {
  const ada = await site.aUser();
  const token = await tokenOf(ada, ['stream:manage']);
  expectSuccess('GET /streaming/status', await ask('GET /streaming/status', token));
  expectError(await ask('GET /streaming/status', forge(token)), 'unauthenticated');
});

test('the secret of a token is neither in the log nor in the table', async () => {
  const ada = await site.aUser();
  const token = await tokenOf(ada, ['chat:write']);
  await site.api('POST', `/chat/${ada.id}`, { token, body: { message: 'hello' } });
  await ask('GET /auth/me', token);
  const { Items } = await site.table.client.send(new ScanCommand({ TableName: site.table.TableName }));
  expect(JSON.stringify(Items)).toContain('"tokens":[{');
  for (const text of [JSON.stringify(Items), ...site.log.lines]) expect(text).not.toContain(token.slice(-43));
});
