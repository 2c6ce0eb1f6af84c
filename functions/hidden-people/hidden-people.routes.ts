import { hiddenPeopleRoutes } from '#shared/people/hidden-people.ts';
import { featureApp } from '#functions/http/route.ts';
import { hidePerson, listHidden, unhidePerson, type HiddenPeopleDeps } from './hidden-people.service.ts';

export const hiddenPeopleApp = (deps: HiddenPeopleDeps) =>
  featureApp(hiddenPeopleRoutes, {
    'GET /hidden-people': ({ caller }) => listHidden(deps, caller.id),
    'PUT /hidden-people/{username}': ({ caller, params }) => hidePerson(deps, caller.id, params.username),
    'DELETE /hidden-people/{username}': ({ caller, params }) =>
      unhidePerson(deps, caller.id, params.username),
  });
