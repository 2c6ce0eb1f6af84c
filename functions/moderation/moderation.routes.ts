import { moderationRoutes } from '#shared/community/moderation.ts';
import { featureApp } from '#functions/http/route.ts';
import { decideCase, getCase, listCases, type ModerationDeps } from './moderation.service.ts';

export const moderationApp = (deps: ModerationDeps) =>
  featureApp(moderationRoutes, {
    'GET /moderation/cases': ({ caller, query }) => listCases(deps, caller.id, 'open', query.cursor),
    'GET /moderation/decided': ({ caller, query }) => listCases(deps, caller.id, 'decided', query.cursor),
    'GET /moderation/cases/{case_id}': ({ caller, params }) => getCase(deps, caller.id, params.case_id),
    'POST /moderation/cases/{case_id}': ({ caller, params, body }) =>
      decideCase(deps, caller.id, params.case_id, body),
  });
