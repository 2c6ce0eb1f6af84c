import { presenceRoutes } from '#shared/live/presence.ts';
import { featureApp } from '#functions/http/route.ts';
import { reportPresence, type PresenceDeps } from './presence.service.ts';

export const presenceApp = (deps: PresenceDeps) =>
  featureApp(presenceRoutes, {
    'POST /presence/{id}': ({ params, body }) => reportPresence(deps, params.id, body),
  });
