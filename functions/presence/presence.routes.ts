import { Hono } from 'hono/tiny';
import { presenceRoutes } from '../../shared/live/presence.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { reportPresence } from './presence.service.ts';
import type { PresencePorts } from './ports.ts';

export function presenceApp(ports: PresencePorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, presenceRoutes, 'POST /presence/{id}', ({ params, body }) =>
    reportPresence(ports, { channelId: params.id, pass: body.pass, shownAt: body.shown_at }),
  );
  return app;
}
