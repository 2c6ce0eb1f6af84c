import { Hono } from 'hono/tiny';
import { streamHealthRoutes } from '../../shared/live/stream-health.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import type { StreamHealthPorts } from './ports.ts';
import { streamHealth } from './stream-health.service.ts';

export function streamHealthApp(ports: StreamHealthPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, streamHealthRoutes, 'GET /stream-health', ({ caller }) => streamHealth(ports, caller.id));
  return app;
}
