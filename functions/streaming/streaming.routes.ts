import { Hono } from 'hono/tiny';
import { streamersRoutes } from '../../shared/channels/streamers.ts';
import { streamingRoutes } from '../../shared/live/streaming.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import type { StatusPorts, StreamingPorts } from './ports.ts';
import { updateStatus } from './status.service.ts';
import { startStream, stopStream, streamStatus } from './streaming.service.ts';

export function streamingApp(ports: StreamingPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, streamingRoutes, 'POST /streaming/start', ({ caller, body }) =>
    startStream(ports, caller.id, body),
  );
  serve(app, streamingRoutes, 'POST /streaming/stop', ({ caller }) => stopStream(ports, caller.id));
  serve(app, streamingRoutes, 'GET /streaming/status', ({ caller }) => streamStatus(ports, caller.id));
  return app;
}

/** This route of `/streamers` may end a stream, so it needs the ports of streaming and of the camera's broadcasts. */
export function statusApp(ports: StatusPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, streamersRoutes, 'PATCH /streamers/status', ({ caller, body }) =>
    updateStatus(ports, caller.id, body),
  );
  return app;
}
