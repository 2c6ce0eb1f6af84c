import { randomUUID } from 'node:crypto';
import { AwsError } from '../../aws/aws-error.ts';
import type { Pool, User } from './pool.ts';
import { invalidParameter, userNotFound } from './refusals.ts';

/** Attributes in Cognito's wire format. */
export type WireAttributes = readonly { readonly Name: string; readonly Value: string }[];

/** The standard attributes of every pool (OpenID Connect Core 1.0 §5.1). */
const STANDARD_ATTRIBUTES = new Set(
  `address birthdate email email_verified family_name gender given_name locale middle_name name nickname phone_number
  phone_number_verified picture preferred_username profile updated_at website zoneinfo`.split(/\s+/),
);

const FLATTENED = new Set(['email', 'preferred_username']);

/** Returns a username's key in a case-insensitive pool. */
export function usernameKey(username: string): string {
  return username.toLowerCase();
}

/** Finds a user by username in any case, or by `sub`. Throws UserNotFoundException. */
export function findUser(pool: Pool, name: string): User {
  const user = pool.users.get(usernameKey(name)) ?? pool.users.get(pool.usernames.get(name) ?? '');
  if (!user) throw userNotFound();
  return user;
}

export type NewUser = Pick<User, 'username' | 'attributes' | 'status' | 'passwordHash' | 'temporaryUntilMs'>;

/** Throws UsernameExistsException if the name is in use. */
export function addUser(pool: Pool, fields: NewUser): User {
  return pool.store.transaction(() => {
    refuseTaken(pool, fields.username);
    const nowMs = pool.now();
    const user: User = {
      ...fields,
      username: usernameKey(fields.username),
      sub: randomUUID(),
      createdMs: nowMs,
      modifiedMs: nowMs,
    };
    pool.users.put(user.username, user);
    pool.usernames.put(user.sub, user.username);
    return user;
  });
}

export function refuseTaken(pool: Pool, username: string): void {
  if (!pool.users.get(usernameKey(username))) return;
  throw new AwsError('UsernameExistsException', 'User account already exists');
}

/** Changes the current record, even if it changed since `user` was read. Throws UserNotFoundException. */
export function updateUser(pool: Pool, user: User, change: (now: User) => User): void {
  const now = pool.users.get(user.username);
  if (now?.sub !== user.sub) throw userNotFound();
  pool.users.put(user.username, { ...change(now), modifiedMs: pool.now() });
}

export function removeUser(pool: Pool, user: User): void {
  pool.store.transaction(() => {
    pool.users.delete(user.username);
    pool.usernames.delete(user.sub);
  });
}

/** Validates attributes by the pool's schema: standard ones only, e-mail required. Throws InvalidParameterException. */
export function readAttributes(value: unknown): Readonly<Record<string, string>> {
  const attributes = Object.fromEntries(
    ((value ?? []) as WireAttributes).map(({ Name, Value }) => [String(Name), String(Value ?? '')]),
  );
  const { email } = attributes;
  if ('sub' in attributes) throw invalidParameter('Cannot modify the non-mutable attribute sub');
  const unknown = Object.keys(attributes).find((name) => !STANDARD_ATTRIBUTES.has(name));
  if (unknown !== undefined) throw offSchema(unknown, 'Attribute does not exist in the schema.');
  if (!email) throw offSchema('email', 'The attribute is required');
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw invalidParameter('Invalid email address format.');
  return attributes;
}

function offSchema(attribute: string, what: string): AwsError {
  return invalidParameter(`Attributes did not conform to the schema: ${attribute}: ${what}\n`);
}

/**
 * Returns the attributes, `sub` first. A case-insensitive pool returns e-mail addresses in lower case ("User pool case
 * sensitivity" in the developer guide).
 */
export function wireAttributes(user: User): WireAttributes {
  const rest = Object.entries(user.attributes).map(([Name, value]) => ({
    Name,
    Value: FLATTENED.has(Name) ? value.toLowerCase() : value,
  }));
  return [{ Name: 'sub', Value: user.sub }, ...rest];
}

/** Returns a user as in the responses of AdminCreateUser and ListUsers. Dates are in s. */
export function wireUser(user: User): object {
  return {
    Username: user.username,
    UserCreateDate: user.createdMs / 1000,
    UserLastModifiedDate: user.modifiedMs / 1000,
    Enabled: true,
    UserStatus: user.status,
    Attributes: wireAttributes(user),
  };
}
