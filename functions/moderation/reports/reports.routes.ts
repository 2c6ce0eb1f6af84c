import { reportsRoutes } from '#shared/community/reports.ts';
import { featureApp } from '#functions/http/route.ts';
import { appeal, listRemovals, report, type ReportsDeps } from './reports.service.ts';

export const reportsApp = (deps: ReportsDeps) =>
  featureApp(reportsRoutes, {
    'POST /reports': ({ caller, body }) => report(deps, caller.id, body),
    'GET /reports/removals/{id}': ({ caller, params }) => listRemovals(deps, caller.id, params.id),
    'POST /reports/appeals': ({ caller, body }) => appeal(deps, caller.id, body.words),
  });
