import type { LambdaName } from '#functions/lambdas.ts';
import { itemGrants, tableAccess } from '#infra/agreed/table-access.ts';
import type { KeyHolder } from '../aws/credentials.ts';
import { accessDeniedException, refuseBy, type Role, type Roles } from '../aws/iam/authorize.ts';
import { itemRequests, tableArn } from './leading-keys.ts';

/** The Lambdas' roles as in the code, with their permissions for the table. */
export const codeRoles: Roles = Object.fromEntries(
  Object.entries(tableAccess).map(([lambda, access]): [string, Role] => [
    lambda,
    {
      name: lambda,
      statements: itemGrants(access).map(({ actions, conditions }) => ({
        Effect: 'Allow',
        Action: actions,
        Resource: tableArn('*'),
        Condition: conditions,
      })),
    },
  ]),
) as Record<LambdaName, Role>;

/**
 * Checks whether a key holder's role allows a DynamoDB request. `target` is the header with the operation. Throws
 * `AccessDeniedException`.
 */
export function checkAccess(roles: Roles, holder: KeyHolder, target: string, body: string): void {
  const operation = target.slice(target.lastIndexOf('.') + 1);
  const refusal = refuseBy(() => roles)(holder, itemRequests(operation, JSON.parse(body)));
  if (refusal) throw accessDeniedException(refusal, 400);
}
