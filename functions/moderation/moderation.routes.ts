import { Hono } from 'hono/tiny';
import { moderationRoutes } from '../../shared/community/moderation.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { decideCase, getCase, listCases, type ModerationDeps } from './moderation.service.ts';

export function moderationApp(deps: ModerationDeps): FeatureApp {
  const app = new Hono<Env>();
  serve(app, moderationRoutes, 'GET /moderation/cases', ({ caller, query }) =>
    listCases(deps, caller.id, 'open', query.cursor),
  );
  serve(app, moderationRoutes, 'GET /moderation/decided', ({ caller, query }) =>
    listCases(deps, caller.id, 'decided', query.cursor),
  );
  serve(app, moderationRoutes, 'GET /moderation/cases/{case_id}', ({ caller, params }) =>
    getCase(deps, caller.id, params.case_id),
  );
  serve(app, moderationRoutes, 'POST /moderation/cases/{case_id}', ({ caller, params, body }) =>
    decideCase(deps, caller.id, params.case_id, body),
  );
  return app;
}
