/** Access tokens: with them a person's programs call the API without the password. Not in the specification. */
import * as z from 'zod/mini';
import { described, entity, Id, notEmpty, Timestamp, visibleText } from '../base/fields.ts';
import { routes } from '../base/route.ts';
import { ACCESS_TOKEN_NAME_MAX_LENGTH } from '../limits.ts';
import { SCOPES } from '../plain/scopes.ts';
import { GivenPassword } from './auth.ts';

const Name = visibleText().check(notEmpty(), z.maxLength(ACCESS_TOKEN_NAME_MAX_LENGTH));
const Scopes = z.array(z.enum(SCOPES));

/** A token without its secret. */
export const AccessToken = entity('AccessToken', {
  id: Id,
  name: z.string(),
  scopes: Scopes,
  created_at: Timestamp,
  last_used_at: described(z.nullable(Timestamp), 'Within an hour; null: not used yet'),
  expires_at: Timestamp,
});
export type AccessToken = z.infer<typeof AccessToken>;

export const NewAccessToken = entity('NewAccessToken', {
  token: described(z.string(), 'Secret, and given this once: `Authorization: Bearer fanfare_pat_…`'),
  access_token: AccessToken,
});
export type NewAccessToken = z.infer<typeof NewAccessToken>;

export const AccessTokenBody = z.strictObject({
  name: described(Name, 'Of the program; messages that it writes show it'),
  scopes: Scopes.check(z.minLength(1), z.maxLength(SCOPES.length)),
  expires_at: described(Timestamp, 'At most a year from now'),
  password: GivenPassword,
});
export type AccessTokenBody = z.infer<typeof AccessTokenBody>;

export const accessTokensRoutes = routes({
  'GET /auth/access-tokens': {
    summary: 'One’s access tokens that have not ended, the newest first',
    access: 'signed-in',
    response: z.array(AccessToken),
  },
  'POST /auth/access-tokens': {
    summary: 'Create an access token. At most 20 at a time',
    access: 'signed-in',
    body: AccessTokenBody,
    status: 201,
    response: NewAccessToken,
    errors: ['forbidden', 'conflict', 'too_many_requests'],
  },
  'DELETE /auth/access-tokens/{id}': {
    summary: 'Revoke an access token',
    access: 'signed-in',
    openToSuspended: true,
    params: z.object({ id: Id }),
    status: 204,
    response: z.undefined(),
    errors: ['too_many_requests'],
  },
});
