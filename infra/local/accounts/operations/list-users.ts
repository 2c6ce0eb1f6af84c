import { checkPool, type Pool } from '../pool/pool.ts';
import { invalidParameter } from '../pool/refusals.ts';
import { wireUser } from '../pool/users.ts';
import { optional, parameters, POOL_ID, type Input } from './parameters.ts';

const MAX_LIMIT = 60;

const PAGINATION_TOKEN = optional({ required: true, minLength: 1, pattern: /^[\S]+$/ });

/**
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsers.html, ordered by username.
 * Filter and AttributesToGet are not supported: all attributes are returned.
 */
export function listUsers(pool: Pool, input: Input): object {
  const { UserPoolId, PaginationToken } = parameters(input, {
    UserPoolId: POOL_ID,
    PaginationToken: PAGINATION_TOKEN,
  });
  checkPool(pool, UserPoolId);
  const limit = readLimit(input['Limit']);
  const after = PaginationToken === undefined ? '' : readToken(pool, PaginationToken);
  if (input['Filter']) throw invalidParameter('The local user pool does not support Filter.');
  const rest = pool.users.list().filter(({ username }) => username > after);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return {
    Users: page.map(wireUser),
    ...(last && rest.length > limit && { PaginationToken: writeToken(pool, last.username) }),
  };
}

function readLimit(value: unknown): number {
  if (value === undefined || value === null) return MAX_LIMIT;
  if (typeof value === 'number' && value >= 0 && value <= MAX_LIMIT) return value || MAX_LIMIT;
  const bound = Number(value) < 0 ? 'greater than or equal to 0' : `less than or equal to ${MAX_LIMIT}`;
  throw invalidParameter(
    `1 validation error detected: Value '${String(value)}' at 'limit' failed to satisfy constraint: Member must have value ${bound}`,
  );
}

/** Usernames contain no spaces. */
function writeToken(pool: Pool, username: string): string {
  return Buffer.from(`${pool.id} ${username}`).toString('base64url');
}

function readToken(pool: Pool, token: string): string {
  const [id, username] = Buffer.from(token, 'base64url').toString('utf8').split(' ');
  if (id !== pool.id || !username) throw invalidParameter('Invalid pagination token given.');
  return username;
}
