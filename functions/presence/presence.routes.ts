import { Hono } from 'hono/tiny';
import { presenceRoutes } from '../../shared/live/presence.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { reportPresence, type PresenceDeps } from './presence.service.ts';

export function presenceApp(deps: PresenceDeps): FeatureApp {
  const app = new Hono<Env>();
  serve(app, presenceRoutes, 'POST /presence/{id}', ({ params, body }) =>
    reportPresence(deps, { channelId: params.id, pass: body.pass, playedAt: body.shown_at }),
  );
  return app;
}
