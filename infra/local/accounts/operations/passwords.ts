import { checkPolicy, hashPassword } from '../pool/password-hash.ts';
import { checkPool, type Pool } from '../pool/pool.ts';
import { findUser, updateUser } from '../pool/users.ts';
import { TEMPORARY_PASSWORD_MS } from './admin-users.ts';
import { parameters, PASSWORD, POOL_ID, USERNAME, type Input } from './parameters.ts';

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminSetUserPassword.html */
export async function adminSetUserPassword(pool: Pool, input: Input): Promise<object> {
  const { UserPoolId, Username, Password } = parameters(input, {
    UserPoolId: POOL_ID,
    Username: USERNAME,
    Password: PASSWORD,
  });
  checkPool(pool, UserPoolId);
  const user = findUser(pool, Username);
  checkPolicy(Password);
  const passwordHash = await hashPassword(Password, pool.passwordCost);
  const temporaryUntilMs = pool.now() + TEMPORARY_PASSWORD_MS;
  updateUser(pool, user, (now) =>
    input['Permanent'] === true
      ? { ...now, passwordHash, status: 'CONFIRMED' }
      : { ...now, passwordHash, status: 'FORCE_CHANGE_PASSWORD', temporaryUntilMs },
  );
  return {};
}
