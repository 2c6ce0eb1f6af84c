import { AdminCreateUserCommand, ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountsPool, refusal } from '#test/support/api/accounts-pool.ts';

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
    ['a filter', { Filter: 'email = "ada"' }, 'The local user pool does not support Filter.'],
    ['a limit above 60', { Limit: 61 }, /Value '61' at 'limit' .* less than or equal to 60$/],
    ['a made-up token', { PaginationToken: 'nonsense' }, 'Invalid pagination token given.'],
  ])('refuses %s', async (_what, input, message) => {
    await expect(list(input)).rejects.toEqual(refusal('InvalidParameterException', message));
  });
});
