import { optional, parameters, POOL_ID, type Input } from './parameters.ts';
import { checkPool, type Pool, type User } from '../pool/pool.ts';
import { invalidParameter } from '../pool/refusals.ts';
import { wireUser } from '../pool/users.ts';

const MAX_LIMIT = 60;

/** `name = "value"` or `name ^= "start"`; quotation marks inside are escaped. */
const FILTER = /^\s*([\w:]+)\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/;

const FILTER_TEXT = { required: false, maxLength: 256 } as const;
const PAGINATION_TOKEN = optional({ required: true, minLength: 1, pattern: /^[\S]+$/ });

/** How each attribute that can be searched is read; e-mail addresses are case-insensitive in this pool. */
const SEARCHABLE: Readonly<Record<string, (user: User) => string | undefined>> = {
  username: (user) => user.username,
  sub: (user) => user.sub,
  email: (user) => user.attributes['email']?.toLowerCase(),
  phone_number: (user) => user.attributes['phone_number'],
  name: (user) => user.attributes['name'],
  given_name: (user) => user.attributes['given_name'],
  family_name: (user) => user.attributes['family_name'],
  preferred_username: (user) => user.attributes['preferred_username']?.toLowerCase(),
  'cognito:user_status': (user) => user.status.toLowerCase(),
  status: () => 'Enabled',
};

const CASE_INSENSITIVE = new Set(['email', 'preferred_username', 'cognito:user_status']);

/**
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsers.html, in order of
 * username. AttributesToGet is not supported: all attributes are answered.
 */
export function listUsers(pool: Pool, input: Input): object {
  const { UserPoolId, Filter, PaginationToken } = parameters(input, {
    UserPoolId: POOL_ID,
    Filter: FILTER_TEXT,
    PaginationToken: PAGINATION_TOKEN,
  });
  checkPool(pool, UserPoolId);
  const limit = readLimit(input['Limit']);
  const after = PaginationToken === undefined ? '' : readToken(pool, PaginationToken);
  const matches = readFilter(Filter ?? '');
  const rest = pool.users.list().filter((user) => user.username > after && matches(user));
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

function readFilter(filter: string): (user: User) => boolean {
  if (filter.trim() === '') return () => true;
  const [, name, operator, escaped] = FILTER.exec(filter) ?? [];
  if (name === undefined || escaped === undefined) throw invalidParameter('Error while parsing filter.');
  const read = Object.hasOwn(SEARCHABLE, name) ? SEARCHABLE[name] : undefined;
  if (!read) throw invalidParameter(`Invalid search attribute: ${name}`);
  const unescaped = escaped.replace(/\\(.)/g, '$1');
  const wanted = CASE_INSENSITIVE.has(name) ? unescaped.toLowerCase() : unescaped;
  if (operator === '=') return (user) => read(user) === wanted;
  return (user) => read(user)?.startsWith(wanted) ?? false;
}

/** Usernames hold no spaces. */
function writeToken(pool: Pool, username: string): string {
  return Buffer.from(`${pool.id} ${username}`).toString('base64url');
}

function readToken(pool: Pool, token: string): string {
  const [id, username] = Buffer.from(token, 'base64url').toString('utf8').split(' ');
  if (id !== pool.id || !username) throw invalidParameter('Invalid pagination token given.');
  return username;
}
