import { Hono } from 'hono/tiny';
import { streamersRoutes } from '../../shared/channels/streamers.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { updateStatus } from './status.service.ts';
import type { StatusPorts } from './ports.ts';

/** The one route of `/streamers` that may end a stream, and so needs what streaming and the camera's broadcasts need. */
export function statusApp(ports: StatusPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, streamersRoutes, 'PATCH /streamers/status', ({ caller, body }) =>
    updateStatus(ports, caller.id, body),
  );
  return app;
}
