import { AdminCreateUserCommand, ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountsPool, refusal } from '../../../support/handlers/accounts-pool.ts';

const pool = new AccountsPool();
const USERS = ['ada', 'barbara', 'grace', 'linus', 'margaret'];

beforeAll(async () => {
  await pool.start();
  const { UserPoolId } = pool.ids;
  for (const Username of USERS) {
    const UserAttributes = [{ Name: 'email', Value: `${Username.toUpperCase()}@fans.example` }];
    await pool.client.send(
      new AdminCreateUserCommand({ UserPoolId, Username, UserAttributes, MessageAction: 'SUPPRESS' }),
    );
  }
});
afterAll(() => pool.remove());

function list(input: { Filter?: string; Limit?: number; PaginationToken?: string } = {}) {
  return pool.client.send(new ListUsersCommand({ UserPoolId: pool.ids.UserPoolId, ...input }));
}

async function names(Filter: string): Promise<(string | undefined)[]> {
  const { Users = [] } = await list({ Filter });
  return Users.map(({ Username }) => Username);
}

describe('ListUsers', () => {
  it('shows users with their attributes and state', async () => {
    const { Users = [], PaginationToken } = await list();
    expect(Users.map(({ Username }) => Username)).toEqual(USERS);
    expect(PaginationToken).toBeUndefined();
    expect(Users[0]).toMatchObject({
      Enabled: true,
      UserStatus: 'FORCE_CHANGE_PASSWORD',
      UserCreateDate: new Date(pool.nowMs()),
      Attributes: [{ Name: 'sub' }, { Name: 'email', Value: 'ada@fans.example' }],
    });
  });

  it.each([
    ['email = "ada@fans.example"', ['ada']],
    ['email = "Ada@Fans.example"', ['ada']],
    ['email="ada"', []],
    ['email ^= "a"', ['ada']],
    ['username = "grace"', ['grace']],
    ['username ^= "l"', ['linus']],
    ['cognito:user_status = "force_change_password"', USERS],
    ['', USERS],
    ['email = "\\"quoted\\"@fans.example"', []],
  ])('filters by %s', async (filter, expected) => {
    expect(await names(filter)).toEqual(expected);
  });

  it('finds a user by sub', async () => {
    const { Users = [] } = await list({ Filter: 'username = "linus"' });
    const sub = Users[0]?.Attributes?.find(({ Name }) => Name === 'sub')?.Value;
    expect(await names(`sub = "${sub}"`)).toEqual(['linus']);
  });

  it('pages', async () => {
    const pages: (string | undefined)[][] = [];
    let token: string | undefined;
    do {
      const page = await list({ Limit: 2, ...(token && { PaginationToken: token }) });
      pages.push(page.Users?.map(({ Username }) => Username) ?? []);
      token = page.PaginationToken;
    } while (token);
    expect(pages).toEqual([['ada', 'barbara'], ['grace', 'linus'], ['margaret']]);
  });

  it.each([
    ['a filter that it cannot read', { Filter: 'email is ada' }, 'Error while parsing filter.'],
    ['a search by another attribute', { Filter: 'locale = "fi"' }, 'Invalid search attribute: locale'],
    ['a limit above 60', { Limit: 61 }, /Value '61' at 'limit' .* less than or equal to 60$/],
    ['a made-up token', { PaginationToken: 'nonsense' }, 'Invalid pagination token given.'],
  ])('refuses %s', async (_what, input, message) => {
    await expect(list(input)).rejects.toEqual(refusal('InvalidParameterException', message));
  });
});
