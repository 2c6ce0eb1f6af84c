import { Hono } from 'hono';
import type { Env, FeatureApp } from '../http/app.ts';
import { serve } from '../http/route.ts';
import { getStreamer, listStreamers, updateProfile, type StreamersPorts } from './streamers.service.ts';

/** All but `PATCH /streamers/status`, which can end a stream: see `streaming/status.routes.ts`. */
export function streamersApp(ports: StreamersPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, 'GET /streamers', ({ query: { live, limit, cursor } }) =>
    listStreamers(ports, { live, limit, cursor }),
  );
  serve(app, 'GET /streamers/{username}', ({ params }) => getStreamer(ports, params.username));
  serve(app, 'PUT /streamers/profile', ({ caller, body }) => updateProfile(ports, caller.id, body));
  return app;
}
