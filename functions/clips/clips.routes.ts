import { Hono } from 'hono/tiny';
import { clipsRoutes } from '../../shared/videos/clips.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import {
  clipSettings,
  countView,
  deleteClip,
  getClip,
  keepClip,
  listClips,
  setClipSettings,
} from './clips.service.ts';
import { createClip } from './create-clip.service.ts';
import type { ClipsPorts } from './ports.ts';

export function clipsApp(ports: ClipsPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, clipsRoutes, 'POST /clips', ({ caller, body, headers }) =>
    createClip(ports, caller.id, body, headers['idempotency-key']),
  );
  serve(app, clipsRoutes, 'GET /clips', ({ caller, query: { channel, limit, cursor } }) =>
    listClips(ports, caller?.id, { channel, limit, cursor }),
  );
  serve(app, clipsRoutes, 'GET /clips/settings', ({ caller }) => clipSettings(ports, caller.id));
  serve(app, clipsRoutes, 'PUT /clips/settings', ({ caller, body }) =>
    setClipSettings(ports, caller.id, body),
  );
  serve(app, clipsRoutes, 'GET /clips/{id}', ({ caller, params }) => getClip(ports, caller?.id, params.id));
  serve(app, clipsRoutes, 'POST /clips/{id}/views', ({ params, body }) =>
    countView(ports, { id: params.id, pass: body.pass }),
  );
  serve(app, clipsRoutes, 'PATCH /clips/{id}', ({ caller, params, body }) =>
    keepClip(ports, caller.id, { id: params.id, is_kept: body.is_kept }),
  );
  serve(app, clipsRoutes, 'DELETE /clips/{id}', ({ caller, params }) =>
    deleteClip(ports, caller.id, params.id),
  );
  return app;
}
