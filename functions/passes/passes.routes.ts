import { Hono } from 'hono/tiny';
import { passesRoutes } from '../../shared/people/passes.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { ownerOfAddress } from '../limits/address.ts';
import { issuePass, LISTS, type PassDeps } from './passes.service.ts';

export function passesApp(deps: PassDeps): FeatureApp {
  const app = new Hono<Env>();
  serve(app, passesRoutes, 'POST /passes/{kind}/{id}', async ({ caller, viewer, params }) =>
    issuePass(deps, { callerId: caller?.id, network: ownerOfAddress(viewer) }, params),
  );
  serve(app, passesRoutes, 'POST /passes/lists', async ({ caller, viewer }) =>
    issuePass(deps, { callerId: caller?.id, network: ownerOfAddress(viewer) }, LISTS),
  );
  return app;
}
