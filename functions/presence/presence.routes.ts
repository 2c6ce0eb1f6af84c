import { Hono } from 'hono';
import { presenceRoutes } from '../../shared/presence.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { reportPresence, type PresencePorts } from './presence.service.ts';

export function presenceApp(ports: PresencePorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, presenceRoutes, 'POST /presence/{id}', ({ params }) => reportPresence(ports, params.id));
  return app;
}
