import { Hono } from 'hono';
import { browserStreamRoutes } from '../../shared/browser-stream.ts';
import type { Env, FeatureApp } from '../http/app.ts';
import { serve, serveFile } from '../http/route.ts';
import type { IntakePorts } from './intake.ports.ts';
import { startBroadcast } from './start.service.ts';
import { broadcastStatus } from './status.service.ts';
import { stopBroadcast } from './stop.service.ts';
import { uploadChunk } from './upload-form.service.ts';
import { chunkUrls } from './upload.service.ts';

const UPLOAD = 'POST /browser-stream/upload/{stream_id}';

export function browserStreamApp(ports: IntakePorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, browserStreamRoutes, 'POST /browser-stream/start', ({ caller, body }) =>
    startBroadcast(ports, caller.id, body),
  );
  serveFile(app, browserStreamRoutes, UPLOAD, ({ caller, params, ...form }) =>
    uploadChunk(ports, caller.id, params.stream_id, form),
  );
  serve(app, browserStreamRoutes, UPLOAD, ({ caller, params, body }) =>
    chunkUrls(ports, caller.id, params.stream_id, body),
  );
  serve(app, browserStreamRoutes, 'POST /browser-stream/stop/{stream_id}', ({ caller, params, body }) =>
    stopBroadcast(ports, caller.id, params.stream_id, body.chunk_count),
  );
  serve(app, browserStreamRoutes, 'GET /browser-stream/{stream_id}', ({ caller, params }) =>
    broadcastStatus(ports, caller.id, params.stream_id),
  );
  return app;
}
