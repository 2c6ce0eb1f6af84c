import { Hono } from 'hono/tiny';
import { moderationRoutes } from '../../shared/community/moderation.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { decideCase, getCase, listCases } from './moderation.service.ts';
import type { ModerationPorts } from './ports.ts';

export function moderationApp(ports: ModerationPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, moderationRoutes, 'GET /moderation/cases', ({ caller, query }) =>
    listCases(ports, caller.id, 'open', query.cursor),
  );
  serve(app, moderationRoutes, 'GET /moderation/decided', ({ caller, query }) =>
    listCases(ports, caller.id, 'decided', query.cursor),
  );
  serve(app, moderationRoutes, 'GET /moderation/cases/{case_id}', ({ caller, params }) =>
    getCase(ports, caller.id, params.case_id),
  );
  serve(app, moderationRoutes, 'POST /moderation/cases/{case_id}', ({ caller, params, body }) =>
    decideCase(ports, caller.id, params.case_id, body),
  );
  return app;
}
