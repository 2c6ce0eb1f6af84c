import { Hono } from 'hono/tiny';
import { reportsRoutes } from '../../../shared/community/reports.ts';
import type { Env, FeatureApp } from '../../http/context.ts';
import { serve } from '../../http/route.ts';
import { appeal, listRemovals, report, type ReportsDeps } from './reports.service.ts';

export function reportsApp(deps: ReportsDeps): FeatureApp {
  const app = new Hono<Env>();
  serve(app, reportsRoutes, 'POST /reports', ({ caller, body }) => report(deps, caller.id, body));
  serve(app, reportsRoutes, 'GET /reports/removals/{id}', ({ caller, params }) =>
    listRemovals(deps, caller.id, params.id),
  );
  serve(app, reportsRoutes, 'POST /reports/appeals', ({ caller, body }) =>
    appeal(deps, caller.id, body.words),
  );
  return app;
}
