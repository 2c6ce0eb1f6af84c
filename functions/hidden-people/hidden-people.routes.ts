import { Hono } from 'hono/tiny';
import { hiddenPeopleRoutes } from '../../shared/people/hidden-people.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { hide, listHidden, show } from './hidden-people.service.ts';
import type { HiddenPeoplePorts } from './ports.ts';

export function hiddenPeopleApp(ports: HiddenPeoplePorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, hiddenPeopleRoutes, 'GET /hidden-people', ({ caller }) => listHidden(ports, caller.id));
  serve(app, hiddenPeopleRoutes, 'PUT /hidden-people/{username}', ({ caller, params }) =>
    hide(ports, caller.id, params.username),
  );
  serve(app, hiddenPeopleRoutes, 'DELETE /hidden-people/{username}', ({ caller, params }) =>
    show(ports, caller.id, params.username),
  );
  return app;
}
