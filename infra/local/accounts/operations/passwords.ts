import { clearRequests, countRequest } from '../pool/attempts.ts';
import { checkPolicy, hashPassword, passwordMatches } from '../pool/password-hash.ts';
import { checkPool, type Pool } from '../pool/pool.ts';
import { wrongPassword } from '../pool/refusals.ts';
import { authorize } from '../pool/tokens.ts';
import { findUser, updateUser } from '../pool/users.ts';
import { TEMPORARY_PASSWORD_MS } from './admin-users.ts';
import { ACCESS_TOKEN, parameters, PASSWORD, POOL_ID, USERNAME, type Input } from './parameters.ts';

/**
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ChangePassword.html
 * As in AWS, sessions go on.
 */
export async function changePassword(pool: Pool, input: Input): Promise<object> {
  const { AccessToken, PreviousPassword, ProposedPassword } = parameters(input, {
    PreviousPassword: PASSWORD,
    ProposedPassword: PASSWORD,
    AccessToken: ACCESS_TOKEN,
  });
  const user = await authorize(pool, AccessToken);
  checkPolicy(ProposedPassword);
  countRequest(pool, 'change-password', user.username);
  if (!(await passwordMatches(PreviousPassword, user.passwordHash))) throw wrongPassword();
  const passwordHash = await hashPassword(ProposedPassword, pool.passwordCost);
  updateUser(pool, user, (now) => {
    // Another change may have won while this one was hashing.
    if (now.passwordHash !== user.passwordHash) throw wrongPassword();
    return { ...now, passwordHash };
  });
  clearRequests(pool, 'change-password', user.username);
  return {};
}

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
