import { Hono } from 'hono/tiny';
import { replaysRoutes } from '../../shared/videos/replays.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { replayChat, type ReplaysPorts } from './replays.service.ts';

export function replaysApp(ports: ReplaysPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, replaysRoutes, 'GET /replays/{id}/chat', ({ caller, params, query }) =>
    replayChat(ports, caller?.id, { id: params.id, ...query }),
  );
  return app;
}
