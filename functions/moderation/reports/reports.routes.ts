import { Hono } from 'hono/tiny';
import { reportsRoutes } from '../../../shared/community/reports.ts';
import type { Env, FeatureApp } from '../../http/context.ts';
import { serve } from '../../http/route.ts';
import type { ReportsPorts } from './ports.ts';
import { appeal, removalsOf, report } from './reports.service.ts';

export function reportsApp(ports: ReportsPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, reportsRoutes, 'POST /reports', ({ caller, body }) => report(ports, caller.id, body));
  serve(app, reportsRoutes, 'GET /reports/removals/{id}', ({ caller, params }) =>
    removalsOf(ports, caller.id, params.id),
  );
  serve(app, reportsRoutes, 'POST /reports/appeals', ({ caller, body }) =>
    appeal(ports, caller.id, body.words),
  );
  return app;
}
