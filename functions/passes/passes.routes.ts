import { passesRoutes } from '#shared/people/passes.ts';
import { featureApp } from '#functions/http/route.ts';
import { ownerOfAddress } from '#functions/limits/address.ts';
import { issuePass, LISTS, type PassDeps } from './passes.service.ts';

export const passesApp = (deps: PassDeps) =>
  featureApp(passesRoutes, {
    'POST /passes/{kind}/{id}': async ({ caller, viewer, params }) =>
      issuePass(deps, { callerId: caller?.id, network: ownerOfAddress(viewer) }, params),
    'POST /passes/lists': async ({ caller, viewer }) =>
      issuePass(deps, { callerId: caller?.id, network: ownerOfAddress(viewer) }, LISTS),
  });
