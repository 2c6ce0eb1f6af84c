import { Hono } from 'hono';
import type { Env, FeatureApp } from '../http/app.ts';
import { serve } from '../http/route.ts';
import { reportPresence, type PresencePorts } from './presence.service.ts';

export function presenceApp(ports: PresencePorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, 'POST /presence/{id}', ({ params }) => reportPresence(ports, params.id));
  return app;
}
