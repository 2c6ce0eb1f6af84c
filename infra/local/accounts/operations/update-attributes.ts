import { checkPool, type Pool } from '../pool/pool.ts';
import { findUser, readAttributes, updateUser } from '../pool/users.ts';
import { parameters, POOL_ID, USERNAME, type Input } from './parameters.ts';

/**
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminUpdateUserAttributes.html
 * Other attributes are unchanged. A new address is unverified unless the same call sets `email_verified`.
 */
export function adminUpdateUserAttributes(pool: Pool, input: Input): object {
  const { UserPoolId, Username } = parameters(input, { UserPoolId: POOL_ID, Username: USERNAME });
  checkPool(pool, UserPoolId);
  const user = findUser(pool, Username);
  const { UserAttributes } = input;
  updateUser(pool, user, (now) => {
    const known = Object.entries(now.attributes).map(([Name, Value]) => ({ Name, Value }));
    const given = (UserAttributes ?? []) as typeof known;
    const isNew = given.some(({ Name, Value }) => Name === 'email' && Value !== now.attributes['email']);
    const unproven = isNew ? [{ Name: 'email_verified', Value: 'false' }] : [];
    return { ...now, attributes: readAttributes([...known, ...unproven, ...given]) };
  });
  return {};
}
