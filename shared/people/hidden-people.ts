/** People whose messages the caller hides; no one else notices. Not in the specification. */
import * as z from 'zod/mini';
import { entity, Username } from '../base/fields.ts';
import { routes } from '../base/route.ts';

export const HiddenPeople = entity('HiddenPeople', { usernames: z.array(z.string()) });
export type HiddenPeople = z.infer<typeof HiddenPeople>;

const params = z.object({ username: Username });

export const hiddenPeopleRoutes = routes({
  'GET /hidden-people': {
    summary: 'Whom the caller hides from themselves',
    access: 'signed-in',
    response: HiddenPeople,
  },
  'PUT /hidden-people/{username}': {
    summary: 'Hide somebody from oneself',
    access: 'signed-in',
    params,
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'conflict'],
  },
  'DELETE /hidden-people/{username}': {
    summary: 'See them again',
    access: 'signed-in',
    params,
    status: 204,
    response: z.undefined(),
  },
});
