import { Hono } from 'hono/tiny';
import { streamersRoutes } from '../../shared/channels/streamers.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { getStreamer, listStreamers, updateProfile } from './streamers.service.ts';
import type { ProfilePorts, StreamersPorts } from './ports.ts';

/** What anybody may read. `PATCH /streamers/status` can end a stream: see `streaming/status.routes.ts`. */
export function streamersApp(ports: StreamersPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, streamersRoutes, 'GET /streamers', ({ query: { live, order, limit, cursor } }) =>
    listStreamers(ports, { live, order, limit, cursor }),
  );
  serve(app, streamersRoutes, 'GET /streamers/{username}', ({ params }) =>
    getStreamer(ports, params.username),
  );
  return app;
}

/** What its owner writes on a channel. */
export function profileApp(ports: ProfilePorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, streamersRoutes, 'PUT /streamers/profile', ({ caller, body }) =>
    updateProfile(ports, caller.id, body),
  );
  return app;
}
