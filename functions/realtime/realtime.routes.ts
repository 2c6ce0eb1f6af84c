import { Hono } from 'hono/tiny';
import { realtimeRoutes } from '../../shared/live/realtime.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';

export interface RealtimeOptions {
  readonly endpoint: string;
  readonly region: () => Promise<string>;
}

export function realtimeApp({ endpoint, region }: RealtimeOptions): FeatureApp {
  const app = new Hono<Env>();
  serve(app, realtimeRoutes, 'GET /realtime', async () => ({
    endpoint,
    region: await region(),
  }));
  return app;
}
