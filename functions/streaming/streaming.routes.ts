import { Hono } from 'hono/tiny';
import { streamingRoutes } from '../../shared/live/streaming.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { startStream, stopStream, streamStatus } from './streaming.service.ts';
import type { StreamingPorts } from './ports.ts';

export function streamingApp(ports: StreamingPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, streamingRoutes, 'POST /streaming/start', ({ caller, body }) =>
    startStream(ports, caller.id, body),
  );
  serve(app, streamingRoutes, 'POST /streaming/stop', ({ caller }) => stopStream(ports, caller.id));
  serve(app, streamingRoutes, 'GET /streaming/status', ({ caller }) => streamStatus(ports, caller.id));
  return app;
}
