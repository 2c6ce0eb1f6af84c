import type { IntakeDeps } from './deps.ts';
import { Hono } from 'hono/tiny';
import { browserStreamRoutes } from '#shared/live/browser-stream.ts';
import type { Env, FeatureApp } from '#functions/http/context.ts';
import { serve, serveFile } from '#functions/http/route.ts';
import { startBroadcast } from './lifecycle/start.service.ts';
import { broadcastStatus } from './lifecycle/status.service.ts';
import { stopBroadcast } from './lifecycle/stop.service.ts';
import { chunkUrls } from './compatible/chunks/upload.service.ts';

const SEGMENT = 'PUT /browser-stream/{stream_id}/segments/{seq}';
const UPLOAD = 'POST /browser-stream/upload/{stream_id}';

export function browserStreamApp(deps: IntakeDeps): FeatureApp {
  const app = new Hono<Env>();
  // Loaded by forms only, which our recorder does not send.
  serveFile(app, browserStreamRoutes, UPLOAD, async ({ caller, params, ...form }) => {
    const { uploadChunk } = await import('./compatible/chunks/upload-form.service.ts');
    return uploadChunk(deps, caller.id, { streamId: params.stream_id, ...form });
  });
  return serve(app, browserStreamRoutes, {
    'POST /browser-stream/start': ({ caller, body }) => startBroadcast(deps, caller.id, body),
    [UPLOAD]: ({ caller, params, body }) =>
      chunkUrls(deps, caller.id, { streamId: params.stream_id, ...body }),
    // The first segment loads the code that checks segments.
    [SEGMENT]: async ({ caller, params, headers, bytes }) => {
      const { storeSegment } = await import('./direct/store-segment.service.ts');
      const { stream_id: streamId, seq } = params;
      return storeSegment(deps, caller.id, { streamId, seq, bytes, digest: headers['content-digest'] });
    },
    'PUT /browser-stream/{stream_id}/picture': async (call) => {
      const { storePicture } = await import('./direct/store-picture.service.ts');
      await storePicture(deps, call.caller.id, { streamId: call.params.stream_id, bytes: call.bytes });
    },
    'PUT /browser-stream/{stream_id}/curve': async (call) => {
      const { storeCurve } = await import('./direct/store-curve.service.ts');
      await storeCurve(deps, call.caller.id, { streamId: call.params.stream_id, curve: call.body });
    },
    'POST /browser-stream/{stream_id}/pause': async ({ caller, params, body }) => {
      const { pauseBroadcast } = await import('./lifecycle/interruption.service.ts');
      await pauseBroadcast(deps, caller.id, { streamId: params.stream_id, session: body.session });
    },
    'POST /browser-stream/{stream_id}/resume': async ({ caller, params, body }) => {
      const { resumeBroadcast } = await import('./lifecycle/interruption.service.ts');
      return resumeBroadcast(deps, caller.id, { streamId: params.stream_id, ...body });
    },
    'POST /browser-stream/stop/{stream_id}': ({ caller, params, body }) =>
      stopBroadcast(deps, caller.id, { streamId: params.stream_id, chunkCount: body.chunk_count }),
    'GET /browser-stream/{stream_id}': ({ caller, params }) =>
      broadcastStatus(deps, caller.id, params.stream_id),
  });
}
