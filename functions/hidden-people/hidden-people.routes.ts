import { Hono } from 'hono/tiny';
import { hiddenPeopleRoutes } from '../../shared/people/hidden-people.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { hidePerson, listHidden, unhidePerson, type HiddenPeopleDeps } from './hidden-people.service.ts';

export function hiddenPeopleApp(deps: HiddenPeopleDeps): FeatureApp {
  const app = new Hono<Env>();
  serve(app, hiddenPeopleRoutes, 'GET /hidden-people', ({ caller }) => listHidden(deps, caller.id));
  serve(app, hiddenPeopleRoutes, 'PUT /hidden-people/{username}', ({ caller, params }) =>
    hidePerson(deps, caller.id, params.username),
  );
  serve(app, hiddenPeopleRoutes, 'DELETE /hidden-people/{username}', ({ caller, params }) =>
    unhidePerson(deps, caller.id, params.username),
  );
  return app;
}
